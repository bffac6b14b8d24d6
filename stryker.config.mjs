/** Mutates the reference server; what kills is the conformance suites alone (see runner.mjs). */
export default {
  plugins: ['./tests/mutation/runner.mjs', './tests/mutation/words.mjs'],
  testRunner: 'conformance',
  mutate: ['reference-server/**/*.ts'],
  // The words in which a refusal is explained: the interface says nothing of them, so no suite may judge them.
  ignorers: ['words'],
  // What the suites need is built inside of Stryker's copy; a mutant need not be well typed to be a mutant.
  buildCommand: 'tsc -p tsconfig.build.json --noCheck --declaration false',
  ignorePatterns: ['/build', '/dist', '/docs', '/bench', '/reports/mutation'],
  coverageAnalysis: 'perTest',
  incremental: true,
  incrementalFile: 'reports/mutation/incremental.json',
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: 'reports/mutation/report.json' },
  // TypeScript 7 has no API for Stryker to rewrite a tsconfig with, and none needs to be: a file that is not there.
  tsconfigFile: 'none',
  // Exchanges live for a moment: room for them saves the collector a tenth of the time.
  testRunnerNodeArgs: ['--max-semi-space-size=64'],
  concurrency: Number(process.env.CALPROOF_WORKERS ?? 1),
  // What does not answer is found out by the runner; this is for what never comes back to it.
  timeoutMS: 120_000,
};
