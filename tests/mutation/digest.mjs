import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A digest of what was built from some folders. */
export async function digestOf(folders) {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const files = await readdir(join('build', folder), { recursive: true });
    for (const file of files.filter((name) => name.endsWith('.js')).sort())
      hash.update(await readFile(join('build', folder, file)));
  }
  return hash.digest('hex').slice(0, 12);
}
