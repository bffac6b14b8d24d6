import { aboutFields, type Fault } from '../../fault.js';
import { interceptOperation, interceptOperations } from '../../intercept/intercept-operation.js';
import { editBody } from '../../intercept/request-edit.js';

/** What is false is taken for what is not there. */
const zeroIsNone: Fault = {
  id: 'events.create.cost-of-zero-is-none',
  clause: 'event.field.cost',
  neighbours: ['coherence.kept-write'],
  statement: 'An event that is created with the number 0 as its cost has none.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.create' }, ({ request }, next) =>
      next(editBody(request, (body) => (body.cost === 0 ? { ...body, cost: null } : body))),
    ),
};

/** Any text that is not empty is true. */
const wordsAreTrue: Fault = {
  id: 'events.create.words-are-true',
  ...aboutFields({ events: ['all_day', 'featured', 'sticky', 'show_map', 'hide_from_listings'] }),
  statement: 'A flag of an event that is created with the word "false" is true.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.create' }, ({ request }, next) =>
      next(
        editBody(request, (body) =>
          Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === 'false' ? true : value])),
        ),
      ),
    ),
};

/** The column holds characters of at most three octets, and ends at the first that takes more. */
const cutAtAstral: Fault = {
  id: 'organizers.write.description-cut-at-astral',
  clause: 'coherence.kept-write',
  neighbours: ['organizer.field.description'],
  statement: 'The description of an organizer ends before its first character beyond 16 bits.',
  create: (_, view) =>
    interceptOperations(
      view,
      [
        { kind: 'create', collection: 'organizers' },
        { kind: 'update', collection: 'organizers' },
      ],
      ({ request }, next) =>
        next(
          editBody(request, (body) =>
            typeof body.description === 'string'
              ? { ...body, description: body.description.split(/[^\0-\uffff]/u)[0] ?? '' }
              : body,
          ),
        ),
    ),
};

/** What is not there is turned into a text. */
const nullAsWord: Fault = {
  id: 'places.create.null-as-word',
  ...aboutFields({ venues: ['description'], organizers: ['description'] }),
  statement: 'A venue or organizer that is created with a description of null shows "None" as that.',
  create: (_, view) =>
    interceptOperations(
      view,
      [
        { kind: 'create', collection: 'venues' },
        { kind: 'create', collection: 'organizers' },
      ],
      ({ request }, next) =>
        next(
          editBody(request, (body) =>
            Object.fromEntries(
              Object.entries(body).map(([name, value]) => [
                name,
                value === null && name === 'description' ? 'None' : value,
              ]),
            ),
          ),
        ),
    ),
};

/** Values that are taken for others of their type. */
export const mistakenTypes: readonly Fault[] = [nullAsWord, zeroIsNone, wordsAreTrue, cutAtAstral];
