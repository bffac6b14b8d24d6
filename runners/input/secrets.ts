import { execFile } from 'node:child_process';
import { wrongUse } from './command-error.js';
import type { Environment } from './environment.js';
import { readTextFile } from './json-file.js';

/** Where a secret comes from; it is never given literally, because command lines are seen and stored by others. */
export type SecretSource =
  | { readonly from: 'env'; readonly name: string }
  | { readonly from: 'file'; readonly path: string }
  | { readonly from: 'cmd'; readonly command: string };

/** Reads `env:VARIABLE`, `file:PATH` or `cmd:COMMAND`; undefined for anything else. */
export function toSecretSource(text: string): SecretSource | undefined {
  const [, from, rest] = /^(env|file|cmd):(.+)$/s.exec(text) ?? [];
  if (rest === undefined) return undefined;
  if (from === 'env') return { from, name: rest };
  return from === 'file' ? { from, path: rest } : { from: 'cmd', command: rest };
}

/** Fetches a secret, without the newline at its end. Throws a wrong use when it is not there, empty or several lines. */
export async function fetchSecret(source: SecretSource, environment: Environment): Promise<string> {
  const secret = await fetchSecretText(source, environment);
  if (/[\r\n]/.test(secret)) throw wrongUse(`The secret from ${toWords(source)} has more than one line.`);
  return secret;
}

/** Fetches a secret that may have several lines, without the newline at its end. Throws a wrong use when there is none. */
export async function fetchSecretText(source: SecretSource, environment: Environment): Promise<string> {
  const secret = (await fetchRaw(source, environment)).replace(/\r?\n$/, '');
  if (secret === '') throw wrongUse(`The secret from ${toWords(source)} is empty.`);
  return secret;
}

async function fetchRaw(source: SecretSource, environment: Environment): Promise<string> {
  if (source.from === 'env') return environment.variables[source.name] ?? notThere(source);
  if (source.from === 'cmd') return run(source, environment);
  return readTextFile(source.path, environment);
}

const notThere = (source: SecretSource): never => {
  throw wrongUse(`There is no secret in ${toWords(source)}.`);
};

/** Where a secret comes from, in words. */
function toWords(source: SecretSource): string {
  if (source.from === 'env') return `the variable ${source.name}`;
  return source.from === 'file' ? `the file ${source.path}` : `the output of ${source.command}`;
}

const COMMAND_MS = 30_000;

/** Runs a command line in the shell, as its author would type it. What it prints to stderr is not shown. */
function run(source: Extract<SecretSource, { from: 'cmd' }>, { folder, signal }: Environment): Promise<string> {
  return new Promise((fulfil, reject) => {
    const options = { cwd: folder, signal, timeout: COMMAND_MS, encoding: 'utf8' } as const;
    execFile('/bin/sh', ['-c', source.command], options, (error, stdout) => {
      if (error) reject(wrongUse(`The command ${source.command} failed and returned no secret.`));
      else fulfil(stdout);
    });
  });
}
