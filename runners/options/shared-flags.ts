import { efforts } from '../../kernel/run/plan.js';
import { toNamespace } from '../input/service-address.js';
import { type Flag, toInstant, toOneOf, toPositiveNumber, toShard, toWholeNumber } from './flags.js';

/** Flags that several commands have. */

export const namespaceFlag: Flag = {
  flags: '--namespace <path>',
  says: 'namespace under the REST root (default: vendor/events/v1)',
  read: toNamespace,
};

export const languageFlag: Flag = {
  flags: '--language-parameter <name>',
  says: 'name of the language parameter',
  fallback: { value: 'ml_language', words: 'ml_language' },
};

export const worldFlag: Flag = {
  flags: '--world <file>',
  says: 'JSON file of records that the target already holds, or that the embedded server starts with',
};

export const verboseFlag: Flag = {
  flags: '--verbose',
  says: 'print each failure with its requests, each requirement without a verdict, and tables by suite and profile',
};

export const signFlag: Flag = {
  flags: '--sign <source>',
  says: 'sign the statement with a private key in PEM from env:VARIABLE, file:PATH or cmd:COMMAND',
};

export const effortFlag: Flag = {
  flags: '--effort <effort>',
  says: 'number of inputs: quick, standard or deep',
  read: toOneOf(efforts),
  fallback: { value: 'standard', words: 'standard' },
};

export const journalFlag: Flag = {
  flags: '--journal <folder>',
  says: 'where each write is logged until it is undone (default: .calproof)',
};

export const rateFlag: Flag = {
  flags: '--rate <number>',
  says: 'maximum requests per second',
  read: toPositiveNumber,
};

export const traceFlag: Flag = {
  flags: '--no-trace',
  says: 'send no traceparent and no X-Calproof-Requirement (trace: false in a configuration)',
};

export const nowFlag: Flag = {
  flags: '--now <time>',
  says: 'use this as the current time, such as 2026-11-21T09:00:00Z',
  read: toInstant,
};

/** The largest seed: seeds are 31 bits. */
const LARGEST = 2 ** 31 - 1;

/** A seed, by default 1 or, with `isRandom`, one of the run. */
export const seedFlag = (says: string, { isRandom = false } = {}): Flag => ({
  flags: '--seed <number>',
  says,
  read: toWholeNumber(0, LARGEST),
  ...(!isRandom && { fallback: { value: 1 } }),
});

export const shardFlag: Flag = {
  flags: '--shard <i/n>',
  says: 'run part i of n, which sends its part of --rate; calproof merge joins the parts',
  read: toShard,
};
