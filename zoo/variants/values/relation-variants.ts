import { toText } from '../../../adapter/notation/shown-values.js';
import { eventRelations } from '../../../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../../wire/json.js';
import { type Represent, representing } from '../../intercept/record-rewrite.js';
import { inSequence, type Learns, showingRelations } from '../../learned-facts.js';
import { type Allowance, allowInEach, type Variant } from '../../variant.js';

/** Rewrites the relations of an event; other records have none. */
const editRelations =
  (edit: (value: JsonValue) => JsonValue): Represent =>
  (_, collection, record) => {
    const isRelation = (name: string): boolean => collection === 'events' && name in eventRelations;
    const entries = Object.entries(record).map(([name, value]) => [name, isRelation(name) ? edit(value) : value]);
    return Object.fromEntries(entries);
  };

const each =
  (edit: (one: JsonValue) => JsonValue) =>
  (value: JsonValue): JsonValue =>
    isJsonArray(value) ? value.map(edit) : value;

/** An embedded record as its id alone. */
const toId = (one: JsonValue): JsonValue => (isJsonObject(one) ? (one.id ?? null) : one);

/** An embedded record as a reference to it. */
const toReference = (one: JsonValue): JsonValue =>
  isJsonObject(one) ? { id: one.id ?? null, href: one.rest_url ?? null } : one;

/** One record is shown by itself, not as a list of one. */
const unlisted = (value: JsonValue): JsonValue =>
  isJsonArray(value) && value.length === 1 ? (value[0] ?? value) : value;

/** An embedded record as a link to it. */
const toLink = (one: JsonValue): JsonValue => (isJsonObject(one) ? (one.rest_url ?? one.id ?? null) : one);

/** As PHP writes a list that has lost its order, or is kept by id. */
const keyedById = (value: JsonValue): JsonValue =>
  isJsonArray(value) && value.length > 0 && value.every(isJsonObject)
    ? Object.fromEntries(value.map((one) => [toText(one.id), one]))
    : value;

/** The slugs of what is related, by its ids: with an empty list where there is none. */
const slugsById = (value: JsonValue): JsonValue =>
  isJsonArray(value) && value.length > 0 && value.every(isJsonObject)
    ? Object.fromEntries(value.map((one) => [toText(one.id), one.slug ?? null]))
    : value;

/** A list of ids in an object that says what they are of. */
const inEnvelope = (value: JsonValue): JsonValue =>
  isJsonArray(value) ? { kind: 'calendar#references', ids: each(toId)(value) } : value;

/** An embedded record as what it is called, in text also where a record shows its name in several forms. */
const toName = (one: JsonValue): JsonValue => {
  const name = isJsonObject(one) ? (one.name ?? one.venue ?? one.organizer ?? null) : one;
  return isJsonObject(name) ? (name.rendered ?? null) : name;
};

/** Those of which a name is judged in events. */
const named = Object.values(eventRelations).filter((collection) => collection !== 'tags');

const unnamed = allowInEach('update.renamed-in-events', 'An event shows no name of what it is linked to.', named);

const UNSHOWN = 'An event shows no related records.';

/** What is shown nowhere is sent once more, as an update of an event that is deleted then. */
const observedOnUpdate: Learns = (facts) => ({
  ...facts,
  'access.update': { ...facts['access.update'], events: true },
  'access.delete': { ...facts['access.delete'], events: true },
});

/** What is judged by the links that events show. */
const onLinks: readonly string[] = [
  ...Object.entries(eventRelations).flatMap(([relation, collection]) => [
    `events.fields.${relation}`,
    `events.read.embedded-${relation}`,
    `${collection}.delete.linked-events`,
  ]),
  ...named.map((collection) => `${collection}.update.renamed-in-events`),
  'events.create.default.null',
  'events.update.replaced-relations',
  'events.update.emptied-relations',
  'events.update.unknown-relations',
  'events.create.form-lists',
  'events.list.geoloc_lat.existing',
  'events.lifecycle.relations',
  'concurrency.events.relation',
];

const hidden: Represent = (_, collection, record) =>
  collection === 'events'
    ? Object.fromEntries(Object.entries(record).filter(([name]) => !(name in eventRelations)))
    : record;

const NAMELESS = 'The records with the names that an event shows are not known.';

const withoutIds: readonly Allowance[] = onLinks
  .filter((requirement) => !requirement.endsWith('.renamed-in-events'))
  .map((requirement) => ({ requirement, reason: NAMELESS }));

/** How an event shows what it is linked to: ids are what is sent. */
export const relations: readonly Variant[] = [
  {
    id: 'relations.ids',
    aspect: 'relations',
    statement: 'Related records are shown as their ids.',
    learns: showingRelations((field) => ({ ...field, holds: 'ids' })),
    allowances: unnamed,
    create: representing(editRelations(each(toId))),
  },
  {
    id: 'relations.references',
    aspect: 'relations',
    statement: 'Related records are shown as references.',
    learns: showingRelations((field) => ({ ...field, holds: 'references' })),
    allowances: unnamed,
    create: representing(editRelations(each(toReference))),
  },
  {
    id: 'relations.links',
    aspect: 'relations',
    statement: 'Related records are shown as links to them.',
    learns: showingRelations((field) => ({ ...field, holds: 'ids' })),
    allowances: unnamed,
    create: representing(editRelations(each(toLink))),
  },
  {
    id: 'relations.keyed',
    aspect: 'relations',
    statement: 'Related records are shown as an object keyed by id.',
    learns: showingRelations((field) => ({ ...field, type: ['object'] })),
    create: representing(editRelations(keyedById)),
  },
  {
    id: 'relations.keyed-slugs',
    aspect: 'relations',
    statement: 'Related records are shown as an object of their slugs, keyed by id.',
    learns: showingRelations((field) => ({ ...field, type: ['object'], holds: 'ids' })),
    allowances: unnamed,
    create: representing(editRelations(slugsById)),
  },
  {
    id: 'relations.enveloped',
    aspect: 'relations',
    statement: 'Related records are shown as a list of their ids in an object.',
    learns: showingRelations(({ empty: _empty, ...field }) => ({ ...field, type: ['object'], holds: 'ids' })),
    allowances: unnamed,
    create: representing(editRelations(inEnvelope)),
  },
  {
    id: 'relations.names',
    isSparse: true,
    aspect: 'relations',
    statement: 'Related records are shown as their names.',
    learns: showingRelations((field) => ({ ...field, holds: 'ids' })),
    allowances: [...unnamed, ...withoutIds],
    create: representing(editRelations(each(toName))),
  },
  {
    id: 'relations.single-record',
    aspect: 'relations',
    statement: 'A single related record is shown without an array.',
    learns: showingRelations((field) => ({ ...field, type: ['array', 'object'], single: 'scalar' })),
    create: representing(editRelations(unlisted)),
  },
  {
    id: 'relations.single-id',
    aspect: 'relations',
    statement: 'A single related record is shown as an id, several as a list of ids.',
    learns: showingRelations((field) => ({ ...field, type: ['array', 'integer'], holds: 'ids', single: 'scalar' })),
    allowances: unnamed,
    create: representing(editRelations((value) => unlisted(each(toId)(value)))),
  },
  {
    id: 'relations.unshown',
    isSparse: true,
    aspect: 'relations',
    statement: 'Events do not show related records.',
    learns: inSequence(
      showingRelations(() => ({ at: null })),
      observedOnUpdate,
    ),
    allowances: onLinks.map((requirement) => ({ requirement, reason: UNSHOWN })),
    create: representing(hidden),
  },
];
