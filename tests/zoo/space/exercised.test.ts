import { beforeAll, expect, test } from 'vitest';
import { judgeCase } from '../../../runners/prove/judge-case.js';
import type { ProofSetup } from '../../../runners/prove/proof-setup.js';
import { bareCase, type CaseResult } from '../../../zoo/proof/case-result.js';

const setup: ProofSetup = {
  target: { kind: 'embedded' },
  languageParameter: 'ml_language',
  effort: 'quick',
  seed: 1,
  now: Date.parse('2026-11-23T12:00:00Z'),
  concurrency: 1,
};

let bare: CaseResult;

beforeAll(async () => {
  bare = await judgeCase(bareCase, setup);
});

/** Points that whatever a run sends must meet: four of each kind of site. */
const met = [
  'space:events.create/description/dropped/always',
  'space:events.update/description/stale/always',
  'space:organizers.create/organizer/case-folded/always',
  'space:events.create/start_date/shifted/after-delete',
  'space:events.list/shown-title/off-by-one/many',
  'space:venues.read/shown-venue/case-folded/always',
  'space:events.read/venue-venue/off-by-one/always',
  'space:tags.create/shown-name/case-folded/after-delete',
  'space:events.list/search/off-by-one/always',
  'space:events.list/starts_after/leaked/always',
  'space:venues.list/per_page/dropped/always',
  'space:categories.list/hide_empty/inverted/always',
  'space:events.list/records/off-by-one/beside-another',
  'space:venues.list/total/rounded/always',
  'space:tags.list/next/defaulted/always',
  'space:organizers.list/total_pages/off-by-one/many',
  'space:events.read/off-by-one/always',
  'space:venues.update/dropped/always',
  'space:events.delete/dropped/always',
  'space:events.create/doubled/after-delete',
];

test.each(met)('%s changes what a client sees or writes', async (id) => {
  const { hasEffect } = await judgeCase({ kind: 'point', id }, setup, { shapes: bare.shapes });
  expect(hasEffect).toBe(true);
});
