import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
      imports.map(([, name]) => join(path, '..', `${name}.d.ts`)),
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
  output: { dir: 'dist', cleanDir: true, chunkFileNames: 'chunks/[name].js', comments: false },
  plugins: [declarations],
};
