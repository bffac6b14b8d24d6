import type { Option } from 'commander';
import { type Profile, profiles } from '../../contract/clauses/clause.js';
import { efforts } from '../../kernel/plan.js';
import { reportFormats } from '../../reports/formats/report-formats.js';
import type { Mode } from '../../wire/client/client.js';
import { toNamespace } from '../input/service-address.js';
import { toReportRequest } from './command-flags.js';
import { connectionFlags, toIdentityOption } from './connection-flags.js';
import { containerFlags } from './container-request.js';
import {
  type Flag,
  type FlagGroups,
  toInstant,
  toList,
  toMilliseconds,
  toOneOf,
  toOptions,
  toPositiveNumber,
  toRepeated,
  toShard,
  toWholeNumber,
} from './flags.js';

export const modes: readonly Mode[] = ['readonly', 'sandbox'];
const profileNames = Object.keys(profiles) as readonly Profile[];

const what: FlagGroups = {
  'What is judged:': [
    { flags: '--only <ids>', says: 'requirements whose id starts so, no others (repeatable, or a,b)', read: toList() },
    { flags: '--skip <ids>', says: 'all but requirements whose id starts so', read: toList() },
    {
      flags: '--profile <names>',
      says: `whose promises are judged: ${profileNames.join(', ')} (default: all but reference)`,
      read: toList(toOneOf(profileNames)),
    },
    {
      flags: '--suite <file>',
      says: 'a module with requirements of your own, judged beside ours (repeatable)',
      read: toRepeated((text) => text),
    },
    {
      flags: '--namespace <path>',
      says: 'the namespace under the REST root, like vendor/events/v1',
      read: toNamespace,
    },
    {
      flags: '--language-parameter <name>',
      says: 'the name of the language parameter',
      fallback: { value: 'ml_language', words: 'ml_language' },
    },
    {
      flags: '--world <file>',
      says: 'a JSON file with records that the target holds already, or the embedded server is to hold',
    },
    { flags: '--target-profile <file>', says: 'what was learned before (see calproof probe): any drift fails' },
  ],
};

const howMuch: FlagGroups = {
  'How much is sent:': [
    {
      flags: '--mode <mode>',
      says: 'readonly sends no write; sandbox writes, and deletes what it wrote',
      read: toOneOf(modes),
    },
    { flags: '--plan', says: 'print requirements, requests and writes, and send nothing' },
    {
      flags: '--effort <effort>',
      says: 'how many inputs are tried: quick, standard or deep',
      read: toOneOf(efforts),
      fallback: { value: 'standard', words: 'standard' },
    },
    { flags: '--max-requests <number>', says: 'never send more than this, clean-up aside', read: toWholeNumber(1) },
    { flags: '--max-time <duration>', says: 'judge nothing new after this, like 90s or 5m', read: toMilliseconds },
    { flags: '--rate <number>', says: 'requests a second', read: toPositiveNumber },
    {
      flags: '--concurrency <number>',
      says: 'requirements judged at the same time',
      read: toWholeNumber(1, 256),
      fallback: { value: 4 },
    },
    { flags: '--bail', says: 'stop at the first MUST that fails' },
    {
      flags: '--shard <i/n>',
      says: 'judge one of n parts, which may run at the same time; calproof merge joins their reports',
      read: toShard,
    },
    { flags: '--timings <file>', says: 'a json report of an earlier run, by whose durations shards are balanced' },
  ],
};

const reportFlags: FlagGroups = {
  'What is told:': [
    {
      flags: '--report <format[=file]>',
      says: `write the run to a file or to standard output (repeatable), as ${reportFormats.join(', ')}`,
      read: toRepeated(toReportRequest),
    },
    { flags: '--baseline <file>', says: 'known deviations, which fail no run until they expire (see calproof adopt)' },
    { flags: '--strict', says: 'a SHOULD that fails is a deviation too' },
    { flags: '--quiet', says: 'tell failures and the conclusion only' },
  ],
  'To run it again:': [
    {
      flags: '--seed <number>',
      says: 'draw the same inputs as the run that told this seed',
      read: toWholeNumber(0, 2 ** 31 - 1),
    },
    { flags: '--now <time>', says: 'take this for the present, like 2026-11-21T09:00:00Z', read: toInstant },
    { flags: '--journal <folder>', says: 'where intended writes are kept until undone (default: .calproof)' },
  ],
};

const watching: FlagGroups = {
  'While you write:': [
    { flags: '--watch', says: 'judge again on Enter and on changes, what failed first' },
    {
      flags: '--watch-path <path>',
      says: 'with --watch, judge again when this file or folder changes (repeatable)',
      read: toRepeated((text) => text),
    },
  ],
};

const identityFlag: Flag = {
  flags: '--identity <name=source>',
  says: 'who asks besides, and must not see or change more than it may (repeatable; see docs/identities.md)',
  read: toRepeated(toIdentityOption),
};

/** Who asks, how, and who else. */
export const identityFlags: FlagGroups = Object.fromEntries(
  Object.entries(connectionFlags).map(([heading, flags]) => [heading, [...flags, identityFlag]]),
);

/** Where the other options may come from. */
const settings: FlagGroups = {
  'Where options come from:': [
    { flags: '--config <file>', says: 'a configuration (default: the nearest calproof.config.yaml or .json)' },
    { flags: '--preset <name>', says: 'options for services of one make, such as the-events-calendar' },
  ],
};

/** The options of `check`, ready for commander. */
export const createCheckOptions = (): readonly Option[] =>
  toOptions({ ...what, ...howMuch, ...identityFlags, ...containerFlags, ...reportFlags, ...watching, ...settings });
