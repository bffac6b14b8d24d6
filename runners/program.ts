import { Command } from 'commander';
import type { Environment } from './environment.js';
import type { ProgramOptions } from './program/command-options.js';
import { programExamples } from './program/examples.js';
import { addInit } from './program/init.js';
import { addComparing } from './program/comparing.js';
import { addJudging } from './program/judging.js';
import { addLookup } from './program/looking-up.js';
import { addMigrating } from './program/migrating.js';
import { addMerging } from './program/merging.js';
import { addProbing } from './program/probing.js';
import { addProving } from './program/proving.js';
import { addServing } from './program/serving.js';

/** The command line: what can be asked, in words for a person. A command's code is loaded when it runs. */
export function createProgram(options: ProgramOptions): Command {
  const program = new Command('calproof')
    .description('Judges a calendar-events REST service against its interface, and serves one that keeps it.')
    .version(options.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureOutput(toConfiguration(options.environment))
    .exitOverride()
    .addHelpText('after', programExamples);
  addJudging(program.commandsGroup('Judge:'), options);
  addComparing(program, options);
  addMerging(program, options);
  addProbing(program, options);
  addProving(program, options);
  addInit(program, options);
  addMigrating(program.commandsGroup('Migrate:'), options);
  addServing(program.commandsGroup('Serve:'), options);
  addLookup(program.commandsGroup('Look up:'), options);
  for (const command of program.commands) command.helpOption('-h, --help', 'print this help');
  return program;
}

/** Help is never wider than a person likes to read; errors are put in our own words elsewhere. */
const toConfiguration = ({ stdout, stderr }: Environment) => ({
  writeOut: (text: string) => stdout.write(text),
  writeErr: (text: string) => stderr.write(text),
  outputError: () => {},
  getOutHelpWidth: () => Math.min(stdout.columns ?? WIDEST, WIDEST),
});

const WIDEST = 100;
