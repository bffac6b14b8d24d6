import { questionAmounts } from '../../migration/questions/question-amounts.js';
import { toReaderOption } from './connection-flags.js';
import { type Flag, type FlagGroups, toOneOf, toRepeated, toWholeNumber } from './flags.js';
import { languageFlag, namespaceFlag, rateFlag } from './shared-flags.js';

const limits: readonly Flag[] = [
  rateFlag,
  { flags: '--max-requests <number>', says: 'maximum total requests', read: toWholeNumber(1) },
  {
    flags: '--concurrency <number>',
    says: 'maximum requests in flight',
    read: toWholeNumber(1, 64),
    fallback: { value: 4 },
  },
];

const quiet: Flag = { flags: '--quiet', says: 'print no progress' };

/** How a target that was read before is asked more. */
export const askFlags: FlagGroups = { 'Requests:': [...limits, quiet] };

/** How a target is read. */
export const readFlags: FlagGroups = {
  'Requests:': [
    namespaceFlag,
    languageFlag,
    ...limits,
    {
      flags: '--as <identity>',
      says: 'read as this identity, too: NAME=SOURCE of its credentials, or anonymous (repeatable)',
      read: toRepeated(toReaderOption),
    },
    quiet,
  ],
};

export const questionsFlag: Flag = {
  flags: '--questions <amount>',
  says: `how many requests to keep, with their answers, for compare to repeat: ${questionAmounts.join(', ')} (default: few of fewer than 500 records, otherwise all)`,
  read: toOneOf(questionAmounts),
};
