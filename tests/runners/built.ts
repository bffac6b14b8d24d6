import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { agentVariables } from '../../runners/input/agent-variables.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where test files that run at the same time build into folders of their own: within the reach of node_modules. */
const folderOf = (name: string): string => `${root}node_modules/.cache/${name}`;

/** Builds the command line as it is now, as it is shipped, and gives the file to run. */
export function buildCli(folder = 'calproof-tests'): string {
  const out = folderOf(folder);
  const words = [`${root}node_modules/rolldown/bin/cli.mjs`, '-c', '--dir', out];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the command line was not built: ${stderr}`);
  return `${out}/runners/main.js`;
}

/** Makes the declarations of all modules as they are now, and gives their folder. */
export function buildDeclarations(folder: string): string {
  const compiler = `${root}node_modules/typescript/bin/tsc`;
  const out = folderOf(folder);
  const words = [compiler, '-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--outDir', out];
  // Types are judged elsewhere: what is wrong with them stops no declaration.
  spawnSync(process.execPath, words, { cwd: root });
  return out;
}

/** Who runs the tests decides nothing: a coding agent would get another report. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !(name in agentVariables)));

/** A command line that runs in a process of its own. */
export interface Running {
  readonly child: ChildProcess;
  /** Resolves with the output so far once it holds the text; rejects when it ends before. */
  says(text: string | RegExp): Promise<string>;
  ended(): Promise<{ readonly code: number | null; readonly output: string }>;
}

/** Starts a command line; it is killed when the test ends before it does. */
export function start(cli: string, line: string, folder: string, more: readonly string[] = []): Running {
  const child = spawn(process.execPath, [...more, cli, ...line.split(' ')], { cwd: folder, env });
  const end = once(child, 'close');
  let output = '';
  const listeners = new Set<() => void>();
  const add = (chunk: Buffer): void => {
    output += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    child,
    says: (text) =>
      new Promise((resolve, reject) => {
        void end.then(() => reject(new Error(`it ended without saying ${text}: ${output}`)));
        const check = (): void => {
          if (!(typeof text === 'string' ? output.includes(text) : text.test(output))) return;
          listeners.delete(check);
          resolve(output);
        };
        listeners.add(check);
        check();
      }),
    async ended() {
      const [code] = await end;
      return { code, output };
    },
  };
}
