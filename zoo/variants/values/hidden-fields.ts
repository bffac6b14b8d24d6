import { type Collection, resourceOf } from '../../../contract/resources.js';
import type { JsonObject } from '../../../wire/json.js';
import { alsoForHead, interceptOperation } from '../../intercept/intercept-operation.js';
import { representing } from '../../intercept/record-rewrite.js';
import type { Learns } from '../../learned-facts.js';
import { terms } from '../../list-fault.js';
import { type Allowance, allowInEach, type Variant } from '../../variant.js';

/** What lists show of a record; all else is shown where it stands alone. */
const brief = ['id', 'slug', 'start_date', 'end_date', 'timezone', 'status', 'rest_url'];

const toSummary = (collection: Collection, record: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(record).filter(([name]) => brief.includes(name) || name === resourceOf(collection).label),
  );

/** Lists that redact an event give it away; these leave all out of each. */
const unfoundProtected: readonly Allowance[] = [
  'events.read.password-guessed',
  'events.by-slug.read.found-protected',
  'events.list.found-protected',
].map((requirement) => ({ requirement, reason: 'Lists show no more of any event than of a protected one.' }));

const untimed: readonly Allowance[] = ['geoloc', 'geoloc_lat', 'ticketed', 'post_parent'].map((flag) => ({
  requirement: `events.list.${flag}.existing`,
  reason: 'Lists do not show the times of existing events.',
}));

/** What lists show of records is open, and so is whether it is all that is to be known of them. */
export const summaries: Variant = {
  id: 'list.summaries',
  aspect: 'extra-fields',
  // What a list shows too much of is not shown any more.
  hides: ['event.password', 'coherence.denied-everywhere'],
  statement: 'Lists show only the names and times of records.',
  allowances: [
    ...unfoundProtected,
    ...allowInEach('list.orderby-count', 'Lists do not show the count of a term.', terms),
  ],
  create: (_, view) =>
    alsoForHead(
      interceptOperation(view, { kind: 'list' }, async ({ request, collection }, next) =>
        view.editItems(collection, await next(request), (items) => items.map((one) => toSummary(collection, one))),
      ),
    ),
};

/** Where translations would show in lists, there is nothing that could be translated: none seems to be. */
const withoutTranslations: Learns = (facts) =>
  facts['readings.language.terms'] === 'fallback'
    ? {
        ...facts,
        'readings.language.terms': 'no-effect',
        ...(facts['readings.language.belonging'] === 'fallback' && { 'readings.language.belonging': 'no-effect' }),
        'access.update': { ...facts['access.update'], tags: true },
      }
    : facts;

/** The least that identifies a record. */
export const references: Variant = {
  id: 'list.references',
  isSparse: true,
  aspect: 'extra-fields',
  // What a list shows too much of is not shown any more.
  hides: ['event.password', 'coherence.denied-everywhere'],
  statement: 'Lists show only links to records.',
  learns: withoutTranslations,
  allowances: [
    ...unfoundProtected,
    ...untimed,
    ...allowInEach('list.order', 'Lists do not show the fields they are ordered by.', terms),
    ...allowInEach('list.fresh.updated', 'Lists do not show the updated fields.'),
    ...allowInEach('list.as-item', 'Lists do not show the fields of items.'),
    { requirement: 'tags.list.language-effect', reason: 'Lists show no translatable fields.' },
  ],
  create: (_, view) =>
    alsoForHead(
      interceptOperation(view, { kind: 'list' }, async ({ request, collection }, next) =>
        view.editItems(collection, await next(request), (items) =>
          items.map(({ id = null, rest_url: href = null }) => ({ id, href })),
        ),
      ),
    ),
};

const REASON = 'Addresses by slug apply only where slugs are shown.';

/** Of organizers alone: where venues show none either, more than one requirement in twenty does not apply. */
const needingSlugs: readonly Allowance[] = [
  'organizers.by-slug.',
  'organizers.list.fresh.updated',
  'organizers.list.fresh.members',
  'organizers.life-cycle.',
  'organizers.delete.slug',
  'organizers.update.renamed-in-events',
  'concurrency.organizers.namesakes',
].map((requirement) => ({ requirement, reason: REASON }));

/** The tables of venues and organizers have no slug: how one is addressed by it is for its service to say. */
export const unshownSlugs: Variant = {
  id: 'slugs.unshown',
  aspect: 'extra-fields',
  isSparse: true,
  statement: 'Organizers show neither their slugs nor an address with one.',
  allowances: needingSlugs,
  create: representing((_lens, collection, record) => {
    if (collection !== 'organizers') return record;
    const { slug: _slug, url: _url, ...shown } = record;
    return shown;
  }),
};
