import type { Clause } from '../clause.js';
import type { Collection } from '../field.js';
import { type queries, queryOf } from '../queries.js';
import { resources } from '../resources.js';

type ListClauseId = {
  [C in Collection]: `${(typeof resources)[C]['singular']}.list.${keyof (typeof queries)[C] & string}`;
}[Collection];

/** The clause of a list parameter: its rule and its default. */
export const listClauseId = (collection: Collection, parameter: string): ListClauseId => {
  if (!(parameter in queryOf(collection))) throw new Error(`the list of ${collection} takes no ${parameter}`);
  return `${resources[collection].singular}.list.${parameter}` as ListClauseId;
};

const parameterClauses = Object.values(resources).flatMap(({ collection, singular }) =>
  Object.entries(queryOf(collection)).map(
    ([name, { rule, impliedBy }]): Clause<ListClauseId> => ({
      id: listClauseId(collection, name),
      profile: 'core',
      text: `The list of ${singular} records takes ${name}: ${rule}${impliedBy === 'name' ? ', as its name says' : ''}.`,
      source: impliedBy && impliedBy !== 'name' ? `Endpoints; ${impliedBy}` : 'Endpoints',
      operations: [`${collection}.list`],
    }),
  ),
);

const includeLiftsDates = {
  id: 'event.list.include.lifts-dates',
  profile: 'core',
  text: 'When include is given, the date filters of the event list are ignored.',
  source: 'Query parameters of GET /NS/events',
  operations: ['events.list'],
} as const satisfies Clause;

/** One clause a list parameter, and what include does to the others. */
export const listClauses = [...parameterClauses, includeLiftsDates] as const;
