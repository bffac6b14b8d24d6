import { execFile, spawnSync } from 'node:child_process';

/** Whether curl is here; what needs it is left out of the tests elsewhere. */
export const hasCurl = spawnSync('curl', ['--version']).status === 0;

if (!hasCurl) console.warn('There is no curl here: the tests that run its lines are left out.');

/** What a shell script did. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script with nothing in its environment but the path and what is given. */
export function runScript(path: string, variables: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const env = { PATH: process.env['PATH'] ?? '', ...variables };
  return new Promise((resolve) => {
    execFile('sh', [path], { env, timeout: 30_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}
