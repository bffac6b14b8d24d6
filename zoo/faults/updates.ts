import { isJsonArray, type JsonValue } from '../../harness/json.js';
import { idsIn } from '../../target/agreement.js';
import { isGranted } from '../edit-answer.js';
import { bodyOf, editBody, withJson } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';

/** PATCH empties what was not sent. */
const patchResets: Fault = {
  id: 'venues.update.patch.resets-others',
  clause: 'venue.update',
  neighbours: ['venue.fields.optional-on-update', 'coherence.siblings'],
  statement: 'A PATCH of a venue empties the description and the city that it does not hold.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'venues.update.patch' }, ({ request }, next) =>
      next(editBody(request, (body) => ({ description: '', city: '', ...body }))),
    ),
};

/** PUT by slug is polite and does nothing. */
const putDoesNothing: Fault = {
  id: 'events.by-slug.update.put.does-nothing',
  clause: 'event.update',
  neighbours: ['coherence.siblings', 'coherence.kept-write', 'address.slug'],
  statement: 'A PUT of an event by its slug is answered with success and changes nothing.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.by-slug.update.put' }, ({ request: { target, headers } }, next) =>
      next({ method: 'GET', target, headers }),
    ),
};

/** The answer to an update shows what was before. */
const respondsWithPrevious: Fault = {
  id: 'tags.update.answers-before',
  clause: 'coherence.shown-everywhere',
  neighbours: ['tag.update', 'coherence.kept-write'],
  statement: 'The answer to an update of a tag shows the tag as it was before.',
  create: (_, lens) =>
    interceptOperation(lens, { kind: 'update', collection: 'tags' }, async ({ request }, next) => {
      const before = await next({ method: 'GET', target: request.target, headers: [] });
      const outcome = await next(request);
      return isGranted(outcome) ? before : outcome;
    }),
};

/** A refused update has written already what came before the mistake. */
const refusedButWritten: Fault = {
  id: 'events.update.refused-but-written',
  clause: 'coherence.refused-write',
  statement: 'An update of an event that is refused has changed its title and description all the same.',
  create: (_, lens) =>
    interceptOperation(lens, { kind: 'update', collection: 'events' }, async ({ request }, next) => {
      const outcome = await next(request);
      const texts = Object.entries(bodyOf(request) ?? {}).filter(([name, value]) => isText(name, value));
      if (!isGranted(outcome) && texts.length > 0) await next(withJson(request, Object.fromEntries(texts)));
      return outcome;
    }),
};

const isText = (name: string, value: JsonValue): boolean =>
  ['title', 'description'].includes(name) && typeof value === 'string';

/** An update asks for fields that only a create needs. */
const asksForAll: Fault = {
  id: 'categories.update.put.name-required',
  clause: 'category.fields.optional-on-update',
  neighbours: ['category.update', 'coherence.siblings'],
  statement: 'A PUT of a category without its name is refused.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'categories.update.put' }, async ({ request }, next) => {
      const { name } = bodyOf(request) ?? {};
      return next(name === undefined ? editBody(request, (body) => ({ ...body, name: '' })) : request);
    }),
};

/** Relations are added to and never taken away. */
const relationsOnlyGrow: Fault = {
  id: 'events.update.relations-only-grow',
  clause: 'event.field.tags',
  neighbours: ['event.update', 'coherence.kept-write'],
  statement: 'The tags that an update sends are added to those the event has.',
  create: (_, lens) =>
    interceptOperation(lens, { kind: 'update', collection: 'events' }, async ({ request }, next) => {
      const sent = bodyOf(request)?.tags;
      if (!isJsonArray(sent)) return next(request);
      const record = lens.record('events', await next({ method: 'GET', target: request.target, headers: [] }));
      const had = record ? idsIn(lens.field('events', record, 'tags')).map(Number) : [];
      return next(editBody(request, (body) => ({ ...body, tags: [...new Set([...had, ...sent])] })));
    }),
};

/** Updates that change too much, too little, or what they refuse. */
export const updates: readonly Fault[] = [
  patchResets,
  putDoesNothing,
  respondsWithPrevious,
  refusedButWritten,
  asksForAll,
  relationsOnlyGrow,
];
