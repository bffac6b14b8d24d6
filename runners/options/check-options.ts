import type { Option } from 'commander';
import { type Profile, profiles } from '../../contract/clauses/clause.js';
import { checkFormats } from '../../reports/formats/report-formats.js';
import type { Mode } from '../../wire/client/client.js';
import { toCheckReportRequest } from './command-flags.js';
import { connectionFlags, toIdentityOption } from './connection-flags.js';
import { containerFlags } from './container-request.js';
import {
  type Flag,
  type FlagGroups,
  toList,
  toMilliseconds,
  toOneOf,
  toOptions,
  toRepeated,
  toWholeNumber,
} from './flags.js';
import {
  effortFlag,
  journalFlag,
  languageFlag,
  namespaceFlag,
  nowFlag,
  rateFlag,
  seedFlag,
  shardFlag,
  signFlag,
  traceFlag,
  verboseFlag,
  worldFlag,
} from './shared-flags.js';

export const modes: readonly Mode[] = ['readonly', 'sandbox'];
const profileNames = Object.keys(profiles) as readonly Profile[];

const what: FlagGroups = {
  'Scope:': [
    { flags: '--only <ids>', says: 'run only the IDs under these prefixes (repeatable, or a,b)', read: toList() },
    { flags: '--skip <ids>', says: 'skip the IDs under these prefixes (repeatable, or a,b)', read: toList() },
    {
      flags: '--profile <names>',
      says: `run only these profiles: ${profileNames.join(', ')} (default: all but reference)`,
      read: toList(toOneOf(profileNames)),
    },
    {
      flags: '--suite <file>',
      says: 'also run the requirements exported by this module (repeatable)',
      read: toRepeated((text) => text),
    },
    namespaceFlag,
    languageFlag,
    worldFlag,
    { flags: '--target-profile <file>', says: 'target profile written by calproof probe; any drift from it fails' },
  ],
};

const howMuch: FlagGroups = {
  'Requests:': [
    {
      flags: '--mode <mode>',
      says: 'readonly sends no writes; sandbox writes, then deletes its own records',
      read: toOneOf(modes),
    },
    { flags: '--plan', says: 'print the planned requirements, requests and writes; send nothing' },
    effortFlag,
    { flags: '--max-requests <number>', says: 'maximum requests, clean-up not counted', read: toWholeNumber(1) },
    {
      flags: '--max-time <duration>',
      says: 'start no requirement after this time, such as 90s or 5m',
      read: toMilliseconds,
    },
    rateFlag,
    {
      flags: '--concurrency <number>',
      says: 'requirements judged in parallel (default: 1 for a target on this machine, otherwise 4)',
      read: toWholeNumber(1, 256),
    },
    {
      flags: '--no-failed-login',
      says: 'send no wrong login, which a target may count or block (failedLogin: false in a configuration)',
    },
    traceFlag,
    { flags: '--bail', says: 'stop at the first failed MUST' },
    shardFlag,
    { flags: '--timings <file>', says: 'balance the shards by the durations in the json report of an earlier run' },
  ],
};

const reportFlags: FlagGroups = {
  'Output:': [
    {
      flags: '--report <format[=file]>',
      says: `write the report to a file or to standard output (repeatable), as ${checkFormats.join(', ')}`,
      read: toRepeated(toCheckReportRequest),
    },
    {
      flags: '--baseline <file>',
      says: 'known deviations, which do not fail the run until they expire (see calproof adopt)',
    },
    { flags: '--history <folder>', says: 'add the run to this history (see calproof history)' },
    signFlag,
    { flags: '--target-version <text>', says: 'version of the target for reports and history, such as a commit' },
    { flags: '--strict', says: 'treat a failed SHOULD as a deviation' },
    verboseFlag,
    { flags: '--quiet', says: 'print only failures and the verdict' },
    {
      flags: '--no-agent',
      says: 'print the text for people also where a coding agent runs calproof (agent: false in a configuration)',
    },
  ],
  'Reproducibility:': [
    seedFlag('use the same inputs as the run that printed this seed', { isRandom: true }),
    nowFlag,
    journalFlag,
  ],
};

const watching: FlagGroups = {
  'Watch mode:': [
    { flags: '--watch', says: 'run again on Enter and on changes, failures first' },
    {
      flags: '--watch-path <path>',
      says: 'with --watch, run again when this file or folder changes (repeatable)',
      read: toRepeated((text) => text),
    },
  ],
};

const identityFlag: Flag = {
  flags: '--identity <name=source>',
  says: 'another identity, tested for access beyond its rights (repeatable; see docs/identities.md)',
  read: toRepeated(toIdentityOption),
};

/** The options of a connection, with further identities. */
export const identityFlags: FlagGroups = Object.fromEntries(
  Object.entries(connectionFlags).map(([heading, flags]) => [heading, [...flags, identityFlag]]),
);

/** The other sources of options. */
const settings: FlagGroups = {
  'Configuration:': [
    { flags: '--config <file>', says: 'configuration file (default: the nearest calproof.config.yaml or .json)' },
    { flags: '--preset <name>', says: 'options for one kind of service, such as the-events-calendar' },
  ],
};

/** The options of `check`, ready for commander. */
export const createCheckOptions = (): readonly Option[] =>
  toOptions({ ...what, ...howMuch, ...identityFlags, ...containerFlags, ...reportFlags, ...watching, ...settings });
