import type { BaselineEntry } from '../../../kernel/baseline-entry.js';
import { BASELINE } from '../../../reports/baseline/baseline-schema.js';
import type { BaselineContext } from '../../../reports/baseline/baseline.js';

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
