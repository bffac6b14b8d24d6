import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const DECLARATIONS = 'build';

/** The declarations that can be reached from these, which the compiler has made: what a user's compiler reads. */
function* reachableFrom(paths, seen = new Set()) {
  for (const path of paths) {
    if (seen.has(path)) continue;
    seen.add(path);
    const source = readFileSync(join(DECLARATIONS, path), 'utf8');
    yield [path, source];
    const imports = [...source.matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g)];
    yield* reachableFrom(
      imports.map(([, name]) => posix.join(path, '..', `${name}.d.ts`)),
      seen,
    );
  }
}

/** Puts the declarations beside the code, unless nothing has made them: an action needs none. */
const declarations = {
  name: 'declarations',
  generateBundle() {
    if (!existsSync(join(DECLARATIONS, 'index.d.ts'))) return;
    for (const [fileName, source] of reachableFrom(['index.d.ts', 'suite.d.ts', 'runners/vitest.d.ts']))
      this.emitFile({ type: 'asset', fileName, source });
  },
};

/** A thread is started by the name of its file, which must stand beside the code that starts it. */
const threads = {
  name: 'threads',
  generateBundle(_, bundle) {
    const starting = Object.values(bundle).find(({ moduleIds = [] }) =>
      moduleIds.some((id) => id.endsWith('judge-all.ts')),
    );
    if (!starting?.fileName.startsWith('chunks/')) this.error('judge-all.ts must be in a chunk, beside worker.js');
  },
};

/** What is shipped: few files, for Node takes longer to find and read many than to run them. */
export default {
  input: {
    index: './index.ts',
    suite: './suite.ts',
    'runners/main': './runners/main.ts',
    'runners/vitest': './runners/vitest.ts',
    // Among the chunks, because one of them starts it by its name.
    'chunks/worker': './runners/prove/worker.ts',
  },
  platform: 'node',
  external: /^[@a-z][^:]*$/,
  resolve: { extensionAlias: { '.js': ['.ts'] } },
  // All is kept as it was written: what is judged pure here may throw, as decodeURIComponent does.
  treeshake: false,
  output: { dir: 'dist', cleanDir: true, chunkFileNames: 'chunks/[name].js', comments: false, minify: false },
  plugins: [declarations, threads],
};
