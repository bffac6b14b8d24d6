import { listClauseId, withArticle } from '../../../contract/clauses/resource-clauses.js';
import { type Operation, operations } from '../../../contract/operations.js';
import { type ListParameter, parametersOfList } from '../../../contract/queries.js';
import { type Collection, collections, eventRelations, resources } from '../../../contract/resources.js';
import { aboutIn } from './about.js';
import { toSubject } from './operation-words.js';
import type { Family, FaultSite } from './fault-site.js';

const byName: Readonly<Record<string, Family>> = {
  search: 'search',
  slug: 'slug',
  strict_dates: 'flag',
  has_events: 'flag',
  only_with_upcoming: 'flag',
  page: 'number',
  per_page: 'number',
};

const byType: Readonly<Record<ListParameter['type'], Family>> = {
  string: 'word',
  integer: 'id',
  boolean: 'flag',
  double: 'degree',
  date: 'day',
  'date-time': 'day',
  integers: 'ids',
  untyped: 'word',
};

const toObjectOf = (collection: Collection): readonly Collection[] => [collection, ...related[collection]];

/** The collections that the filters of a list refer to. */
const related: Readonly<Record<Collection, readonly Collection[]>> = {
  events: Object.values(eventRelations),
  venues: ['events'],
  organizers: ['events'],
  categories: ['events'],
  tags: ['events'],
};

/** The filter that follows another one in the order of the interface: pages stand beside every filter. */
function neighbourOf(collection: Collection, name: string): string | undefined {
  const filters = parametersOfList(collection)
    .map(([one]): string => one)
    .filter((one) => !one.endsWith('page'));
  const at = filters.indexOf(name);
  return at < 0 ? undefined : filters[(at + 1) % filters.length];
}

const ofParameters = collections.flatMap((collection) =>
  parametersOfList(collection).map(([name, { type }]): FaultSite => {
    const neighbour = neighbourOf(collection, name);
    return {
      kind: 'parameter',
      id: `${collection}.list/${name}`,
      choices: [{ id: `${collection}.list` }],
      does: 'list',
      collection,
      name,
      family: byName[name] ?? byType[type],
      ...(neighbour !== undefined && { neighbour }),
      subject: `A list of ${collection}`,
      about: { clause: listClauseId(collection, name), neighbours: aboutIn(...toObjectOf(collection)) },
    };
  }),
);

const takesLanguage = ({ kind, addressing }: Operation): boolean =>
  kind === 'list' || kind === 'create' || (kind === 'read' && addressing === 'slug');

/** The language of what is created or asked for; an id is reachable from every language. */
const ofLanguages = operations.flatMap((operation): readonly FaultSite[] => {
  const { id, kind, collection } = operation;
  if (!collection || !takesLanguage(operation)) return [];
  const about = { clause: 'language.parameter', neighbours: aboutIn(collection) } as const;
  const subject = toSubject(operation);
  return [
    {
      kind: 'parameter',
      id: `${id}/ml_language`,
      choices: [{ id }],
      does: kind,
      collection,
      name: 'ml_language',
      family: 'word',
      subject,
      about,
    },
  ];
});

/** Every parameter, in each operation that takes it. */
export const parameterSites: readonly FaultSite[] = [...ofParameters, ...ofLanguages];

/** What a list says of itself, and what it holds. */
const parts = ['records', 'total', 'total_pages', 'next', 'previous'] as const;

const partsOf = (collection: Collection): readonly FaultSite[] =>
  ['', ...parts].map((name) => ({
    kind: 'list',
    id: name === '' ? `${collection}.list` : `${collection}.list/${name}`,
    choices: [{ id: `${collection}.list` }],
    does: 'list',
    collection,
    name,
    family: 'none',
    subject: `A list of ${collection}`,
    about: {
      clause: `${resources[collection].singular}.list`,
      neighbours: ['coherence.pages', ...aboutIn(collection)],
    },
  }));

/** Every list, and every part of it. */
export const listSites: readonly FaultSite[] = collections.flatMap(partsOf);

const clauseOf = { create: 'create', read: 'read', update: 'update', delete: 'delete' } as const;

/** Every operation on a single record, and all updates of a collection as one. */
export const itemSites: readonly FaultSite[] = collections.flatMap((collection) => {
  const { singular } = resources[collection];
  const about = (kind: keyof typeof clauseOf) =>
    ({ clause: `${singular}.${kind}`, neighbours: aboutIn(...toObjectOf(collection)) }) as const;
  const single = operations.flatMap((operation): readonly FaultSite[] => {
    const { kind, id } = operation;
    if (operation.collection !== collection || !(kind in clauseOf)) return [];
    const does = kind as keyof typeof clauseOf;
    return [
      {
        kind: 'item',
        id,
        choices: [{ id }],
        does,
        collection,
        name: '',
        family: 'none',
        subject: toSubject(operation),
        about: about(does),
      },
    ];
  });
  const updates: FaultSite = {
    kind: 'item',
    id: `${collection}.update`,
    choices: [{ kind: 'update', collection }],
    does: 'update',
    collection,
    name: '',
    family: 'none',
    subject: `An update of ${withArticle(singular)}`,
    about: about('update'),
  };
  return [...single, updates];
});
