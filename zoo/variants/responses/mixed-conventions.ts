import { type Collection, resourceOf } from '../../../contract/resources.js';
import type { Outcome } from '../../../wire/exchange.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { isGranted, statusOf } from '../../../wire/status.js';
import { alsoForHead, interceptOperation, interceptResponse } from '../../intercept/intercept-operation.js';
import { representing } from '../../intercept/record-rewrite.js';
import { withParameter } from '../../intercept/request-edit.js';
import { editJson, mapTexts, withStatus } from '../../intercept/response-edit.js';
import { answeringUnknownIds, inSequence, learning, showingFields } from '../../learned-facts.js';
import { terms } from '../../list-fault.js';
import type { Variant } from '../../variant.js';
import { withEmpty } from '../values/value-variants.js';

const isTerm = (collection: Collection): boolean => terms.some((one) => one === collection);

const instead = (outcome: Outcome, from: number, to: number): Outcome =>
  statusOf(outcome) === from ? withStatus(outcome, to) : outcome;

/** Posts and terms are listed by different code. */
const pastTheEnd: Variant = {
  id: 'mixed.past-the-end',
  aspect: 'past-the-end',
  statement: 'A page past the last one of events, venues or organizers returns 404; one of terms is empty.',
  create: (_, view) =>
    alsoForHead(
      interceptResponse(view, { kind: 'list' }, (outcome, { query, collection }) => {
        const isPast = Number(query.get('page') ?? 1) > 1 && view.items(collection, outcome).length === 0;
        return isPast && !isTerm(collection) ? instead(outcome, 200, 404) : outcome;
      }),
    ),
};

/** Events are looked up by their handler; the ids of others are validated before it. */
const unknownIds: Variant = {
  id: 'mixed.unknown-ids',
  aspect: 'absence-status',
  statement: 'An unknown id of an event returns 404, one of any other record 400.',
  // Deleted in a probe is an organizer.
  learns: answeringUnknownIds(400),
  create: (_, view) =>
    alsoForHead(
      interceptResponse(view, { addressing: 'id' }, (outcome, { collection }) =>
        collection === 'events' ? outcome : instead(outcome, 404, 400),
      ),
    ),
};

/** PHP has no other empty value for an object than an empty array. */
const unlisted = (value: JsonValue): JsonValue =>
  isJsonArray(value) && value.length === 1 ? (value[0] ?? value) : value;

const venueAlone: Variant = {
  id: 'mixed.venue-alone',
  aspect: 'relations',
  statement: 'The venue of an event is shown without an array if it has one; other relations are always arrays.',
  learns: showingFields((field, { name }) =>
    name === 'venue' && field.holds ? { ...field, type: ['array', 'object'], single: 'scalar' } : field,
  ),
  create: representing((_, collection, record) =>
    collection === 'events' && record.venue !== undefined ? { ...record, venue: unlisted(record.venue) } : record,
  ),
};

const isNothing = (value: JsonValue): boolean => value === null || value === '' || value === false;

/** Leaves out fields alone: what else is false, such as a mark of the deleted, says something. */
const withoutEmpty = (collection: Collection, record: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(record).filter(([name, value]) => !(name in resourceOf(collection).fields && isNothing(value))),
  );

const withEmptyTexts = (record: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, value === null ? (name === 'image' ? false : '') : value]),
  );

/** What the update of a venue shows for the first time, where no venue of the target has it. */
const updated: Readonly<Record<string, 'string' | 'integer'>> = { image: 'string', author: 'integer' };

const emptyValues: Variant = {
  id: 'mixed.empty-values',
  aspect: 'empty',
  statement:
    'Fields without a value are empty texts in events, and left out of venues and organizers; no image is false.',
  learns: inSequence(
    showingFields((field, { collection, name }) => {
      if (collection === 'events') return withEmpty(field, ['null'], name === 'image' ? 'false' : "''");
      return isTerm(collection) ? field : withEmpty(field, ['null', "''", 'false'], 'absent');
    }),
    // What no answer has shown is sent once more, as an update, which the author of a venue is shown by too.
    learning({ 'access.update': { venues: true, organizers: true } }),
    showingFields((field, { collection, name }) => {
      const type = collection === 'venues' ? updated[name] : undefined;
      return type ? { ...field, type: [type] } : field;
    }),
  ),
  allowances: [
    { requirement: 'concurrency.', reason: 'An update of a venue is sent as well: no requests are left at the end.' },
  ],
  create: representing((_, collection, record) => {
    if (collection === 'events') return withEmptyTexts(record);
    return isTerm(collection) ? record : withoutEmpty(collection, record);
  }),
};

/** Who has no site has a page here. */
const ownWebsite: Variant = {
  id: 'mixed.own-website',
  aspect: 'values',
  statement: 'An event without a website shows the address of its own page as one.',
  learns: showingFields((field, { collection, name }) => {
    if (collection !== 'events' || name !== 'website') return field;
    const { empty: _empty, ...shown } = field;
    return shown;
  }),
  create: representing((view, collection, record) =>
    collection === 'events' && view.text('events', record, 'website') === ''
      ? view.withField('events', record, 'website', view.text('events', record, 'url'))
      : record,
  ),
};

/** What an item shows is made when somebody asks for it alone. */
const moreInItems: Variant = {
  id: 'mixed.more-in-items',
  aspect: 'extra-fields',
  statement: 'A record that is read alone also shows structured data, in which its texts are escaped.',
  create: (_, view) =>
    alsoForHead(
      interceptResponse(view, { kind: 'read' }, (outcome, { collection }) =>
        view.editRecord(collection, outcome, (record) => ({ ...record, json_ld: toStructured(record) })),
      ),
    ),
};

const toStructured = (record: JsonObject): JsonValue =>
  mapTexts({ '@type': 'Thing', name: record.title ?? record.venue ?? record.organizer ?? record.name ?? '' }, (text) =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  );

/** A link names what the list was made with, asked for or not. */
const effectiveLinks: Variant = {
  id: 'mixed.effective-links',
  aspect: 'links',
  statement: 'The address of a list of events shows page, per_page and status also where they were not sent.',
  create: (_, view) =>
    alsoForHead(
      interceptOperation(view, { id: 'events.list' }, async ({ request, query }, next) => {
        const outcome = await next(request);
        if (!isGranted(outcome)) return outcome;
        const effective = { page: '1', per_page: '10', status: 'publish' };
        return editJson(outcome, (body) =>
          mapTexts(body, (text, name) =>
            name.endsWith('rest_url') && text.includes('/events?')
              ? Object.entries(effective).reduce(
                  (link, [parameter, value]) => (query.has(parameter) ? link : withDefault(link, parameter, value)),
                  text,
                )
              : text,
          ),
        );
      }),
    ),
};

const withDefault = (link: string, parameter: string, value: string): string => {
  const has = new URL(link).searchParams.has(parameter);
  return has ? link : withParameter({ method: 'GET', target: link, headers: [] }, parameter, value).target;
};

/** A service that grew: what one kind of record does, another does not. */
export const mixedConventions: readonly Variant[] = [
  pastTheEnd,
  unknownIds,
  venueAlone,
  emptyValues,
  ownWebsite,
  moreInItems,
  effectiveLinks,
];
