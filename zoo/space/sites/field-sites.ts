import { fieldClauseId, withArticle } from '../../../contract/clauses/resource-clauses.js';
import { type Operation, operations } from '../../../contract/operations.js';
import {
  type Collection,
  collections,
  eventRelations,
  relations,
  resources,
  resourceOf,
} from '../../../contract/resources.js';
import type { Fault } from '../../fault.js';
import type { Choice } from '../../intercept/intercept-operation.js';
import { familyOf, neighbourOf } from './families.js';
import { toObject, toSubject } from './operation-words.js';
import type { FaultSite } from './fault-site.js';
import { aboutIn } from './about.js';

/** One operation, or several in which a field can be wrong alike. */
interface Scope {
  readonly id: string;
  readonly choices: readonly Choice[];
  readonly does: Operation['kind'];
  readonly subject: string;
}

const fieldsOf = (collection: Collection): readonly string[] => Object.keys(resourceOf(collection).fields);

const operationsOf = (collection: Collection, kinds: readonly Operation['kind'][]): readonly Operation[] =>
  operations.filter((operation) => operation.collection === collection && kinds.includes(operation.kind));

const toScope = (operation: Operation, subject = toSubject(operation)): Scope => ({
  id: operation.id,
  choices: [{ id: operation.id }],
  does: operation.kind,
  subject,
});

/** Each way of writing, and all updates as one: the code that they share. */
const writesOf = (collection: Collection): readonly Scope[] => [
  ...operationsOf(collection, ['create', 'update']).map((operation) => toScope(operation)),
  {
    id: `${collection}.update`,
    choices: [{ kind: 'update', collection }],
    does: 'update',
    subject: `An update of ${withArticle(resources[collection].singular)}`,
  },
];

/** Each answer that shows a record. */
const showsOf = (collection: Collection): readonly Scope[] => [
  ...operationsOf(collection, ['list', 'read']).map((operation) => toScope(operation)),
  ...operationsOf(collection, ['create', 'update']).map((operation) =>
    toScope(operation, `The response to ${toObject(operation)}`),
  ),
];

const aboutField = (collection: Collection, name: string): Pick<Fault, 'clause' | 'neighbours'> => {
  const relation = relations.find((one) => collection === 'events' && one === name);
  return {
    clause: fieldClauseId(collection, name),
    neighbours: aboutIn(collection, ...(relation ? [eventRelations[relation]] : [])),
  };
};

function toSite(kind: 'sent' | 'shown', collection: Collection, name: string, { id, ...scope }: Scope): FaultSite {
  const neighbour = neighbourOf(collection, name);
  return {
    ...scope,
    kind,
    id: `${id}/${kind === 'shown' ? `shown-${name}` : name}`,
    collection,
    name,
    family: familyOf(collection, name),
    ...(resourceOf(collection).fields[name]?.required && { isRequired: true }),
    ...(neighbour !== undefined && { neighbour }),
    about: aboutField(collection, name),
  };
}

/** Every field of a body, in each operation that takes it. */
export const sentSites: readonly FaultSite[] = collections.flatMap((collection) =>
  fieldsOf(collection).flatMap((name) => writesOf(collection).map((scope) => toSite('sent', collection, name, scope))),
);

/** Every field of a record, in each operation that shows it. */
const shownSites = collections.flatMap((collection) =>
  fieldsOf(collection).flatMap((name) => showsOf(collection).map((scope) => toSite('shown', collection, name, scope))),
);

/** Every field of the records that are linked to an event, wherever the event is shown with them. */
const embeddedSites = relations.flatMap((within) =>
  fieldsOf(eventRelations[within]).flatMap((name) =>
    operationsOf('events', ['list', 'read']).map((operation): FaultSite => {
      const site = toSite('shown', eventRelations[within], name, toScope(operation));
      const about = { ...site.about, neighbours: aboutIn('events', eventRelations[within]) };
      return { ...site, id: `${operation.id}/${within}-${name}`, within, about };
    }),
  ),
);

/** Every field where it is shown. */
export const allShownSites: readonly FaultSite[] = [...shownSites, ...embeddedSites];
