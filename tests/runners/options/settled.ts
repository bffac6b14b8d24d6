import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { settle, type Settled } from '../../../runners/config/settings.js';
import { CommandError } from '../../../runners/input/command-error.js';
import { createCheckOptions } from '../../../runners/options/check-options.js';
import type { CheckFlags } from '../../../runners/options/command-flags.js';
import { createTestEnvironment } from '../cli/console.js';

const folders = mkdtempSync(join(tmpdir(), 'calproof-config-'));
process.on('exit', () => rmSync(folders, { recursive: true, force: true }));

/** Files by their names, in a new folder. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(folders, 'run-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export interface SettledFlags extends Settled {
  readonly flags: CheckFlags;
}

/** The settled options of `calproof check LINE` in a folder. */
export async function settleIn(line: string, folder: string): Promise<SettledFlags> {
  const command = new Command('check').argument('[url]').exitOverride();
  for (const option of createCheckOptions()) command.addOption(option);
  command.parse(line.split(' ').filter(Boolean), { from: 'user' });
  const { environment } = createTestEnvironment({ folder });
  const settled = await settle(command, command.args[0], environment);
  return { ...settled, flags: command.opts<CheckFlags>() };
}

/** The sentence with which a configuration is refused, by its text. */
export async function refusalOf(text: string, name = 'calproof.config.yaml'): Promise<string> {
  const folder = folderWith({ [name]: text });
  try {
    await settleIn('', folder);
  } catch (error) {
    if (error instanceof CommandError && error.exitCode === 2) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
}
