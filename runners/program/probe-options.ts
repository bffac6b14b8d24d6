import type { Option } from 'commander';
import { type FlagGroups, toOptions } from '../flag.js';
import { createCheckOptions } from './check-options.js';

const output: FlagGroups = {
  'What is written:': [{ flags: '-o, --output <file>', says: 'the target profile, for check --target-profile' }],
};

/** Options of `check` that say something about judging: a configuration may hold them, and nothing comes of them. */
const ofJudging = [
  'only',
  'skip',
  'profile',
  'suite',
  'targetProfile',
  'plan',
  'effort',
  'maxTime',
  'bail',
  'baseline',
  'strict',
  'quiet',
];

/** The options of `probe`, ready for commander: those of `check`, so that one configuration does for both. */
export const createProbeOptions = (): readonly Option[] => [
  ...toOptions(output),
  ...createCheckOptions().map((option) => (ofJudging.includes(option.attributeName()) ? option.hideHelp() : option)),
];
