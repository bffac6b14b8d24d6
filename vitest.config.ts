import { defineConfig } from 'vitest/config';

/** Ends the names of the files that only `npm run test:full` runs; see docs/decisions/0008-two-test-commands.md. */
const FULL = 'tests/**/*.full.test.ts';
/** Ends the name of the file that only `npm run hostile` runs: how some targets end depends on how busy a machine is. */
const HOSTILE = 'tests/**/*.hostile.test.ts';

export default defineConfig({
  test: {
    // Most of it is computing: by default one core would be left idle, which of two is half.
    maxWorkers: '100%',
    projects: [
      // Loading the modules anew for every file would take as long as half of the tests.
      {
        extends: true,
        test: { name: 'quick', include: ['tests/**/*.test.ts'], exclude: [FULL, HOSTILE], isolate: false },
      },
      { extends: true, test: { name: 'full', include: [FULL] } },
      { extends: true, test: { name: 'hostile', include: [HOSTILE] } },
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
