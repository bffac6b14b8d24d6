import type { Command } from 'commander';
import type { CatalogueFlags, ExplainFlags } from '../commands/catalogue-commands.js';
import type { OpenApiFlags } from '../commands/openapi-command.js';
import { type Flag, toOneOf, toOption } from '../options/flags.js';
import type { ProgramOptions } from './program-options.js';
import { namespaceFlag, seedFlag } from '../options/shared-flags.js';

const formatFlag: Flag = {
  flags: '--format <format>',
  says: 'output format: text, json or markdown',
  read: toOneOf(['text', 'json', 'markdown']),
  fallback: { value: 'text', words: 'text' },
};

const serverFlag: Flag = {
  flags: '--server <url>',
  says: 'URL of the REST root',
  fallback: { value: 'http://127.0.0.1:8080', words: 'http://127.0.0.1:8080' },
};

/** Adds `requirements`, `explain` and `openapi`. */
export function addReference(program: Command, { environment, finish }: ProgramOptions): void {
  program
    .command('requirements')
    .description('list all requirements, each with its clause')
    .addOption(toOption(formatFlag))
    .action(async (flags: CatalogueFlags) => {
      const { listRequirements } = await import('../commands/catalogue-commands.js');
      finish(await listRequirements(flags, environment));
    });
  program
    .command('explain <id>')
    .description('describe one requirement, clause, gap or reading')
    .addOption(toOption(seedFlag('seed of the example')))
    .action(async (id: string, flags: ExplainFlags) => {
      const { explain } = await import('../commands/catalogue-commands.js');
      finish(await explain(id, flags, environment));
    });
  program
    .command('openapi')
    .description('print the interface as an OpenAPI 3.1 document')
    .addOption(toOption(namespaceFlag))
    .addOption(toOption(serverFlag))
    .action(async (flags: OpenApiFlags) => {
      const { openapi } = await import('../commands/openapi-command.js');
      finish(await openapi(flags, environment));
    });
}
