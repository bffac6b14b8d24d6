import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../../runners/cli/cli.js';
import { version } from '../../../wire/package.js';
import { calproof, createTestEnvironment } from './console.js';

const { commands } = createProgram({ ...createTestEnvironment(), version, finish: () => {} });
const flagsOf = (name: string): readonly string[] => {
  const shown = commands.find((one) => one.name() === name)?.options.filter(({ hidden }) => !hidden) ?? [];
  return [...shown.flatMap(({ long }) => long ?? []), '--help'];
};

/** What bash proposes for the last of the words after `calproof`. */
async function proposed(...words: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await calproof('completion bash');
  const script = `${stdout}\nCOMP_WORDS=(calproof "$@") COMP_CWORD=$#\n_calproof\nprintf '%s\\n' "\${COMPREPLY[@]}"\n`;
  const text = execFileSync('bash', ['--norc', '-c', script, 'bash', ...words], { encoding: 'utf8' });
  return text.split('\n').filter((line) => line !== '');
}

describe('bash', () => {
  test('completes every command', async () => {
    expect(await proposed('')).toEqual(commands.map((one) => one.name()));
    expect(await proposed('ch')).toEqual(['check']);
  });

  test.each(commands.map((one) => one.name()))('completes the options of %s', async (name) => {
    expect(await proposed(name, '-')).toEqual(flagsOf(name));
  });

  test('completes options after others, and what begins as it was typed', async () => {
    expect(await proposed('check', 'http://127.0.0.1:8080', '--seed', '7', '--no-a')).toEqual(['--no-agent']);
  });

  test('completes the values that an option has', async () => {
    expect(await proposed('check', '--mode', '')).toEqual(['readonly', 'sandbox']);
    expect(await proposed('check', '--effort', 'd')).toEqual(['deep']);
    expect(await proposed('requirements', '--format', '')).toContain('json');
  });

  test('leaves files to bash where a value or an argument may be anything', async () => {
    expect(await proposed('check', '--baseline', '')).toEqual([]);
    expect(await proposed('board', '-o', '-')).toEqual([]);
    expect(await proposed('adopt', 'report')).toEqual([]);
    const { stdout } = await calproof('completion bash');
    expect(stdout).toMatch(/^complete -o default -F _calproof calproof$/m);
  });
});

test('zsh runs what bash runs', async () => {
  const [bash, zsh] = [await calproof('completion bash'), await calproof('completion zsh')];
  expect(zsh.stdout).toBe(`#compdef calproof\nautoload -U +X bashcompinit && bashcompinit\n${bash.stdout}`);
});

test('fish has a line for each command and each option', async () => {
  const { stdout } = await calproof('completion fish');
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(commands.reduce((sum, one) => sum + 1 + flagsOf(one.name()).length, 0));
  expect(
    lines.filter((line) => !/^complete -c calproof -n (?:\w+|'[^']+') .*-d '(?:[^'\\]|\\['\\])*'/.test(line)),
  ).toEqual([]);
  expect(stdout).toMatch(/seen_subcommand_from check' -l mode -d '.*' -x -a 'readonly sandbox'$/m);
  expect(stdout).toMatch(/seen_subcommand_from board' -s o -l output -d '.*' -r$/m);
});

test('another shell is refused with those that there are', async () => {
  const { code, stderr } = await calproof('completion tcsh');
  expect([code, stderr.includes('bash, zsh, fish')]).toEqual([2, true]);
});
