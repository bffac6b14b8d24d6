import { extensions, segmentLanguages } from '../../contract/queries.js';
import { readings } from '../../contract/readings/readings.js';
import { collections, eventRelations, resourceOf } from '../../contract/resources.js';
import { textForms } from '../notation/text-form.js';
import type { FactId } from './fact.js';
import { TARGET_PROFILE } from './pinned-facts.js';
import { formsOf } from './request-body-forms.js';

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const status = { type: 'integer', minimum: 100, maximum: 599 } as const;
const pointer = { type: 'string', format: 'json-pointer' } as const;
const location = { type: 'string', pattern: '^(absent|body:(/.*)?|header:.+)$' } as const;

const listOf = (words: readonly string[]): Schema => ({ type: 'array', items: { enum: words }, uniqueItems: true });

const whole = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const field = whole(
  {
    at: { type: ['string', 'null'], format: 'json-pointer' },
    type: listOf(['array', 'boolean', 'integer', 'number', 'object', 'string']),
    written: text,
    text: { enum: [...textForms, 'url-object', 'display'] },
    empty: listOf(['absent', 'null', "''", '[]', '{}', 'false', '0', '"0"']),
  },
  ['at'],
);

const relation: Schema = {
  ...field,
  properties: {
    ...(field['properties'] as Schema),
    holds: { enum: ['ids', 'references', 'records'] },
    single: { enum: ['array', 'scalar'] },
  },
};

const answer = { enum: ['record', 'id', 'other', 'nothing'] } as const;
const write = (more: Readonly<Record<string, Schema>> = {}): Schema =>
  whole({ status, answer, ...more }, ['status', 'answer']);

const access = whole(Object.fromEntries(collections.map((collection) => [collection, flag])), []);

const identity = whole({ read: flag, drafts: flag, create: access, update: flag, delete: flag }, []);

const singles: Readonly<Record<string, Schema>> = {
  'site.root': text,
  'site.namespace': text,
  'site.zone': text,
  'site.day-starts': { type: 'string', pattern: '^\\d\\d:\\d\\d:\\d\\d$' },
  'access.list': access,
  'access.read': access,
  'access.create': access,
  'access.update': access,
  'access.delete': access,
  'lists.ids': { enum: ['csv', 'brackets', 'repeated'] },
  'lists.default-size': { type: 'integer', minimum: 1 },
  'lists.page-cap': whole({ beyond: { enum: ['refused', 'clamped'] }, granted: { type: 'integer', minimum: 1 } }, [
    'beyond',
    'granted',
  ]),
  'lists.next-link': location,
  'events.default-window': whole({ over: flag, running: flag, soon: flag, later: flag, 'years-ahead': flag }, []),
  'bodies.drafts': listOf(collections),
  update: write(),
  delete: write({ afterwards: status, trash: flag }),
  'errors.type': text,
  'errors.invalid': status,
  'errors.code': location,
  'errors.message': location,
  'errors.params': location,
  'languages.parameter': text,
  'languages.values': { type: 'array', items: text },
  'languages.segments': listOf(segmentLanguages),
  extensions: listOf(extensions),
  'http.challenge': flag,
  'http.etag': flag,
};

const ofCollections = collections.flatMap((collection): readonly (readonly [string, Schema])[] => [
  [`${collection}.record`, pointer],
  [`${collection}.list`, pointer],
  [`${collection}.id`, whole({ at: pointer, type: { enum: ['integer', 'string'] } }, ['at', 'type'])],
  [`${collection}.total`, location],
  [`${collection}.total-pages`, location],
  [`${collection}.create`, write({ location: flag })],
  ...Object.keys(resourceOf(collection).fields).map(
    (name) =>
      [`${collection}.fields.${name}`, collection === 'events' && name in eventRelations ? relation : field] as const,
  ),
]);

const ofBodies = collections.flatMap((collection) =>
  Object.keys(resourceOf(collection).fields).map(
    (name) => [`bodies.${collection}.${name}`, { enum: formsOf(collection, name) }] as const,
  ),
);

const ofReadings = readings.map(
  ({ id, alternatives }) => [`readings.${id}`, { enum: [...alternatives.map((one) => one.id), 'none'] }] as const,
);

/** The schema of each fact, by its id. */
const factSchemas: Readonly<Record<string, Schema>> = {
  ...singles,
  ...Object.fromEntries(ofCollections),
  ...Object.fromEntries(ofBodies),
  ...Object.fromEntries(ofReadings),
};

/** The ids of identity facts end with the name of the identity. */
const patternProperties: Readonly<Record<string, Schema>> = { '^identities\\.[A-Za-z][\\w.-]*$': identity };

/** The ids of all facts, except those of identities. */
export const factIds: readonly string[] = Object.keys(factSchemas);

const shownBy = whole({ request: text, shows: text }, ['request', 'shows']);

/** The JSON Schema 2020-12 of a target profile. */
export const profileSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'calproof target profile, version 1',
  type: 'object',
  properties: {
    format: { const: TARGET_PROFILE },
    url: text,
    mode: text,
    learned: text,
    facts: { type: 'object', properties: factSchemas, patternProperties, additionalProperties: false },
    evidence: { type: 'object', additionalProperties: { type: 'array', items: shownBy } },
  },
  required: ['format', 'facts'],
  additionalProperties: false,
};

const knownIds = new Set(factIds);

/** Whether an id is that of a fact. */
export const isFactId = (id: string): id is FactId => knownIds.has(id) || id.startsWith('identities.');
