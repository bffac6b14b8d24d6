import { BASELINE } from '../../../harness/baseline/schema.js';
import type { BaselineContext } from '../../../harness/baseline.js';
import type { BaselineEntry } from '../../../harness/baseline/entry.js';

export const entryFor = (requirement: string, fields: Partial<BaselineEntry> = {}): BaselineEntry => ({
  requirement,
  reason: 'the old database holds numbers',
  owner: 'anna',
  link: 'https://tracker.example/7',
  expires: '2027-01-31',
  ...fields,
});

export const contextOf = (
  entries: readonly BaselineEntry[],
  fields: Partial<Omit<BaselineContext, 'baseline'>> = {},
): BaselineContext => ({
  baseline: { format: BASELINE, entries },
  choices: {},
  today: '2026-11-21',
  ...fields,
});
