import fc from 'fast-check';
import { factInWords } from '../adapter/profile/fact-words.js';
import type { FactId } from '../adapter/profile/fact.js';
import { isDrift, learnedFact, type PinnedFacts } from '../adapter/profile/pinned-facts.js';
import { type CalendarRequirement, requirement } from '../adapter/subject.js';
import type { ClauseId } from '../contract/clauses/clauses.js';
import type { GapId } from '../contract/gaps.js';
import { isReadingId, readingOf } from '../contract/readings/readings.js';
import { expectThat } from '../kernel/expectations.js';
import { Inconclusive } from '../wire/errors.js';
import type { JsonValue } from '../wire/json.js';

/** The id of the requirement that holds a target to a pinned fact. */
export const toDriftId = (id: string): string => `drift.${id}`;

/** One requirement for each fact that is pinned: what was learned now is what was learned then. */
export const driftRequirements = (pinned: PinnedFacts): readonly CalendarRequirement[] =>
  [...pinned].map(([id, value]) => staysAsPinned(id, value));

const staysAsPinned = (id: FactId, pinned: JsonValue): CalendarRequirement =>
  requirement({
    id: toDriftId(id),
    level: 'MUST',
    clause: citedBy(id),
    operations: [],
    profile: 'drift',
    needs: [learnedFact(id)],
    effects: 'reads',
    statement: `The target still matches the pinned fact ${id}: ${factInWords(id, pinned)}.`,
    cost: 0,
    given: () => fc.constant(pinned),
    async check({ calendar }) {
      const fact = calendar.profile.facts.find((one) => one.id === id);
      if (!fact) throw new Inconclusive('this run did not learn that fact');
      const exchange = fact.observations[0]?.exchange;
      expectThat(!isDrift(id, pinned, fact.value), {
        kind: 'value',
        expected: `${factInWords(id, pinned)}, as pinned`,
        observed: factInWords(id, fact.value),
        ...(exchange && { exchange }),
      });
    },
  });

/** What the interface leaves open, and the fact fills in, by the beginning of the fact's id. */
const gaps: Readonly<Record<string, GapId>> = {
  'site.root': 'gap.address.base-path',
  'site.namespace': 'gap.address.base-path',
  site: 'gap.query.dates',
  'lists.ids': 'gap.query.arrays',
  'lists.page-cap': 'gap.per-page.maximum',
  lists: 'gap.response.list',
  'events.default-window': 'gap.query.default-window',
  bodies: 'gap.body.coercion',
  update: 'gap.update',
  delete: 'gap.delete',
  errors: 'gap.errors.format',
  languages: 'gap.language.place',
  extensions: 'gap.query.provisioned',
  access: 'gap.access.permissions',
  identities: 'gap.access.permissions',
  'http.challenge': 'gap.access.scheme',
  'http.etag': 'gap.caching',
};

const gapsOfRecords: Readonly<Record<string, GapId>> = {
  record: 'gap.response.item',
  list: 'gap.response.list',
  total: 'gap.response.list',
  'total-pages': 'gap.response.list',
  create: 'gap.create.response',
};

function citedBy(id: string): ClauseId | GapId {
  const reading = id.replace(/^readings\./, '');
  if (isReadingId(reading)) return readingOf(reading).clauses[0];
  const [first = '', second = ''] = id.split('.');
  return gaps[id] ?? gaps[first] ?? gapsOfRecords[second] ?? 'gap.representation';
}
