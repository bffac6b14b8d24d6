import { Command, Option } from 'commander';
import { extensions } from '../contract/extension.js';
import { createCheckOptions, type CheckFlags } from './check-flags.js';
import type { CatalogueFlags } from './commands/requirements.js';
import type { ExplainFlags } from './commands/explain.js';
import type { OpenApiFlags } from './commands/openapi.js';
import type { ServeFlags } from './commands/serve.js';
import { type ConnectionFlags, connectionFlags } from './connection-flags.js';
import { toOptions } from './flag.js';
import type { Environment } from './environment.js';
import { checkExamples, programExamples, serveExamples } from './examples.js';
import type { ExitCode } from '../harness/reports/conclusion.js';
import { toList, toOneOf, toWholeNumber } from './option-values.js';

export interface ProgramOptions {
  readonly environment: Environment;
  readonly version: string;
  /** Takes the exit code of the command that ran. */
  readonly finish: (code: ExitCode) => void;
}

const NAMESPACE = 'the namespace under the REST root (default: vendor/events/v1)';

/** The command line: what can be asked, in words for a person. A command's code is loaded when it runs. */
export function createProgram(options: ProgramOptions): Command {
  const { environment, version } = options;
  const program = new Command('calproof')
    .description('Judges a calendar-events REST service against its interface, and serves one that keeps it.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureOutput(toConfiguration(environment))
    .exitOverride()
    .addHelpText('after', programExamples);
  program.optionsGroup('Options:').commandsGroup('Judge:');
  addCheck(program, options);
  addSweep(program, options);
  program.commandsGroup('Serve:');
  addServe(program, options);
  program.commandsGroup('Look up:');
  addRequirements(program, options);
  addExplain(program, options);
  addOpenApi(program, options);
  return program;
}

const toConfiguration = ({ stdout, stderr }: Environment) => ({
  writeOut: (text: string) => stdout.write(text),
  writeErr: (text: string) => stderr.write(text),
  outputError: () => {},
  getOutHelpWidth: () => Math.min(stdout.columns ?? 100, 110),
});

function addCheck(program: Command, { environment, finish }: ProgramOptions): void {
  const command = program
    .command('check [url]')
    .description('judge the service at a URL, its REST root; without one, the embedded reference server')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', checkExamples)
    .action(async (url: string | undefined, flags: CheckFlags) => {
      const { check } = await import('./commands/check.js');
      finish(await check(url, flags, environment));
    });
  for (const option of createCheckOptions()) command.addOption(option);
}

function addSweep(program: Command, { environment, finish }: ProgramOptions): void {
  const command = program
    .command('sweep <journal>')
    .description('finish the clean-up of a run that was cut off')
    .action(async (journal: string, flags: ConnectionFlags) => {
      const { sweep } = await import('./commands/sweep.js');
      finish(await sweep(journal, flags, environment));
    });
  for (const option of toOptions(connectionFlags)) command.addOption(option);
}

function addServe(program: Command, { environment, finish }: ProgramOptions): void {
  program
    .command('serve')
    .description('run the reference server until it is told to stop')
    .option('--port <number>', 'port to listen on, 0 for a free one', toWholeNumber(0, 65_535), 0)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--base-path <path>', 'path of the REST root, like /wp-json', '')
    .option('--namespace <path>', NAMESPACE)
    .option('--world <file>', 'a JSON file with the records to start with')
    .option('--events <number>', 'make up this many events', toWholeNumber(0, 1_000_000))
    .option('--seed <number>', 'make up the same events as with this seed', toWholeNumber(0, 2 ** 31 - 1), 1)
    .option('--users <file>', 'a JSON file with users, their passwords and roles')
    .option('--extensions <names>', `switch on ${extensions.join(', ')}`, toList(toOneOf(extensions)))
    .option('--zone <name>', 'the IANA time zone of the site')
    .addHelpText('after', serveExamples)
    .action(async (flags: ServeFlags) => {
      const { serve } = await import('./commands/serve.js');
      finish(await serve(flags, environment));
    });
}

function addRequirements(program: Command, { environment, finish }: ProgramOptions): void {
  const format = new Option('--format <format>', 'text, json or markdown').default('text');
  program
    .command('requirements')
    .description('list what is judged, and which clause each requirement comes from')
    .addOption(format.argParser(toOneOf(['text', 'json', 'markdown'] as const)))
    .action(async (flags: CatalogueFlags) => {
      const { listRequirements } = await import('./commands/requirements.js');
      finish(await listRequirements(flags, environment));
    });
}

function addExplain(program: Command, { environment, finish }: ProgramOptions): void {
  program
    .command('explain <id>')
    .description('tell all about one requirement, clause, gap or reading')
    .option('--seed <number>', 'draw another example', toWholeNumber(0, 2 ** 31 - 1), 1)
    .action(async (id: string, flags: ExplainFlags) => {
      const { explain } = await import('./commands/explain.js');
      finish(await explain(id, flags, environment));
    });
}

function addOpenApi(program: Command, { environment, finish }: ProgramOptions): void {
  program
    .command('openapi')
    .description('print the interface as an OpenAPI 3.1 document')
    .option('--namespace <path>', NAMESPACE)
    .option('--server <url>', 'the URL of the REST root', 'http://127.0.0.1:8080')
    .action(async (flags: OpenApiFlags) => {
      const { openapi } = await import('./commands/openapi.js');
      finish(await openapi(flags, environment));
    });
}
