import { withArticle } from '../../../contract/clauses/resource-clauses.js';
import { collections } from '../../../contract/resources.js';
import { type HeaderPairs, headerValue, type WireRequest } from '../../../wire/exchange.js';
import type { JsonObject, JsonValue } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import { aboutFields, type Fault } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations } from '../../intercept/intercept-operation.js';
import { bodyOf, editBody } from '../../intercept/request-edit.js';
import { mapTexts } from '../../intercept/response-edit.js';

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

/** A cost that is sent as a number is written in another way. */
const writtenAs = (write: (cost: number) => number | string, words: Pick<Fault, 'id' | 'statement'>): Fault => ({
  ...words,
  clause: 'event.field.cost',
  neighbours: ['coherence.kept-write'],
  create: (_, view) =>
    interceptOperations(
      view,
      [
        { kind: 'create', collection: 'events' },
        { kind: 'update', collection: 'events' },
      ],
      ({ request }, next) =>
        next(editBody(request, (body) => (typeof body.cost === 'number' ? { ...body, cost: write(body.cost) } : body))),
    ),
});

/** The column holds whole numbers. */
const numbersAreWhole = writtenAs(Math.trunc, {
  id: 'events.write.cost-as-whole-number',
  statement: 'A cost that is sent as a number loses its decimals.',
});

/** A decimal type strips the zeros at the end, and writes what is left with an exponent. */
const roundInExponents = writtenAs(
  (cost) => (cost > 0 && cost % 100 === 0 ? cost.toExponential().toUpperCase() : cost),
  {
    id: 'events.write.cost-with-exponent',
    statement: 'A cost that is sent as a round number is shown with an exponent.',
  },
);

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

/** The description of an organizer ends before the first of certain characters. */
const cutting = ({ end, ...info }: Pick<Fault, 'id' | 'statement'> & { readonly end: RegExp }): Fault => ({
  ...info,
  clause: 'coherence.kept-write',
  neighbours: ['organizer.field.description'],
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
              ? { ...body, description: body.description.split(end)[0] ?? '' }
              : body,
          ),
        ),
    ),
});

/** The column holds characters of at most three octets, and ends at the first that takes more. */
const cutAtAstral = cutting({
  id: 'organizers.write.description-cut-at-astral',
  statement: 'The description of an organizer ends before its first character beyond 16 bits.',
  end: /[^\0-\uffff]/u,
});

/** What removes tags takes any such sign for the beginning of one. */
const cutAtLessThan = cutting({
  id: 'organizers.write.description-cut-at-less-than',
  statement: 'The description of an organizer ends before its first less-than sign.',
  end: /</,
});

const routesOf = { create: { kind: 'create' }, update: { kind: 'update', addressing: 'slug' } } as const;

/** What is not there is turned into a text; of two routes for updates, in the one by slug. */
const nullAsWord = (write: 'create' | 'update', word: string): Fault => ({
  id: `places.${write}.null-as-word`,
  ...aboutFields({ venues: ['description'], organizers: ['description'] }, write),
  statement: `A description of null in ${withArticle(write)} of a venue or organizer${write === 'update' ? ' by its slug' : ''} is shown as "${word}".`,
  create: (_, view) =>
    interceptOperations(view, inEach(['venues', 'organizers'], routesOf[write]), ({ request }, next) =>
      next(editBody(request, (body) => (body.description === null ? { ...body, description: word } : body))),
    ),
});

/** Each update is put into a form, in which everything is a text. */
const websiteAsWord: Fault = {
  id: 'events.update.website-as-word',
  ...aboutFields({ events: ['website'] }, 'update'),
  statement: 'A website of null in an update of an event is shown as "None".',
  create(_, view) {
    const cleared = new Set<string>();
    return interceptOperations(view, inEach(['events'], {}), async ({ request, operation }, next) => {
      const outcome = await next(request);
      if (operation.kind === 'update' && isGranted(outcome) && bodyOf(request)?.website === null)
        cleared.add(view.id('events', view.record('events', outcome) ?? {}));
      return view.editRecord('events', outcome, (event) =>
        cleared.has(view.id('events', event)) ? view.withField('events', event, 'website', 'None') : event,
      );
    });
  },
};

/** `COALESCE(new, old)`, in one of two tables or of some of its columns. */
const nullIgnored = (id: string, what: string, isMeant: (name: string) => boolean): Fault => ({
  id: `organizers.update.${id}`,
  clause: 'coherence.kept-write',
  statement: `An update of an organizer ignores ${what} sent as null.`,
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'update', collection: 'organizers' }], ({ request }, next) =>
      next(
        editBody(request, (body) =>
          Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || !isMeant(name))),
        ),
      ),
    ),
});

const nullsIgnored: readonly Fault[] = [
  nullIgnored('null-ignored', 'fields that are', () => true),
  nullIgnored('null-website-ignored', 'a website that is', (name) => name === 'website'),
  nullIgnored('null-contact-ignored', 'a telephone number or an e-mail address that is', (name) =>
    ['phone', 'email'].includes(name),
  ),
];

/** A parser of forms knows one value for a name. */
const formsOfOne: Fault = {
  id: 'events.create.last-of-form-lists',
  clause: 'coherence.kept-write',
  statement: 'Of a list in an event that is sent as a form, only the last value is stored.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.create' }, ({ request }, next) => {
      if (bodyOf(request) || !request.body) return next(request);
      const one = new Map(new URLSearchParams(new TextDecoder().decode(request.body)));
      return next({ ...request, body: new TextEncoder().encode(new URLSearchParams([...one]).toString()) });
    }),
};

/** `Boolean('false')` is true. */
const formsSwitchOn: Fault = {
  id: 'events.create.form-flags-on',
  clause: 'coherence.kept-write',
  neighbours: ['events.create.form-lists'],
  statement: 'Every flag of an event that is sent as a form is on, whatever the form says.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.create' }, ({ request }, next) => {
      if (bodyOf(request) || !request.body) return next(request);
      const pairs = [...new URLSearchParams(new TextDecoder().decode(request.body))];
      const on = pairs.map(([name, value]): [string, string] => [name, value === 'false' ? 'true' : value]);
      return next({ ...request, body: new TextEncoder().encode(new URLSearchParams(on).toString()) });
    }),
};

/** A filter and a framework each decode what is sent as a form. */
const formsDecodedTwice: Fault = {
  id: 'organizers.create.form-decoded-twice',
  clause: 'coherence.kept-write',
  neighbours: ['events.create.form-lists'],
  statement: 'Values of an organizer that is sent as a form are decoded twice, and lose each plus.',
  create: (_, view) =>
    interceptOperation(view, { id: 'organizers.create' }, ({ request }, next) => {
      if (bodyOf(request) || !request.body) return next(request);
      const pairs = [...new URLSearchParams(new TextDecoder().decode(request.body))];
      const twice = pairs.map(([name, value]): [string, string] => [name, value.replaceAll('+', ' ')]);
      return next({ ...request, body: new TextEncoder().encode(new URLSearchParams(twice).toString()) });
    }),
};

const mapMembers = (body: JsonObject, edit: (value: JsonValue) => JsonValue): JsonObject =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, edit(value)]));

const withoutAstral = (text: string): string => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?');

const writes = [...inEach(collections, { kind: 'create' }), ...inEach(collections, { kind: 'update' })];

/** The columns hold three octets a character. */
const astralReplaced: Fault = {
  id: 'records.write.astral-replaced',
  clause: 'coherence.kept-write',
  statement: 'Characters beyond 16 bits are stored as question marks, in every text.',
  create: (_, view) =>
    interceptOperations(view, writes, ({ request }, next) =>
      next(editBody(request, (body) => mapMembers(body, (value) => mapTexts(value, withoutAstral)))),
    ),
};

const isUnread = (request: WireRequest): boolean =>
  /json/.test(headerValue(request.headers, 'content-type') ?? '') && bodyOf(request) === undefined;

const loginIn = ({ headers }: WireRequest): HeaderPairs =>
  headers.filter(([name]) => name.toLowerCase() === 'authorization');

/** What cannot be read counts as nothing. */
const unreadIsNothing: Fault = {
  id: 'records.update.unread-is-nothing',
  clause: 'coherence.kept-write',
  neighbours: collections.map((collection) => `${collection}.update.malformed`),
  statement: 'An update with JSON that cannot be read is accepted, and changes nothing.',
  create: (_, view) =>
    interceptOperations(view, inEach(collections, { kind: 'update' }), ({ request }, next) =>
      next(isUnread(request) ? { method: 'GET', target: request.target, headers: loginIn(request) } : request),
    ),
};

/** Values that are taken for others of their type. */
export const mistakenTypes: readonly Fault[] = [
  astralReplaced,
  unreadIsNothing,
  nullAsWord('create', 'None'),
  nullAsWord('update', '<nil>'),
  websiteAsWord,
  zeroIsNone,
  numbersAreWhole,
  roundInExponents,
  wordsAreTrue,
  cutAtAstral,
  cutAtLessThan,
  ...nullsIgnored,
  formsOfOne,
  formsSwitchOn,
  formsDecodedTwice,
];
