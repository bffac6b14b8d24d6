import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { byId, type Via } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { OperationId } from '../../contract/operations.js';
import { languages } from '../../contract/queries.js';
import { resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectSuccess } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { inTurn } from '../arbitraries/in-turn.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { expectHandled } from '../expect/expect-handled.js';

const pages = { 'index.read': '', 'doc.read': '/doc' } as const satisfies Partial<Record<OperationId, string>>;

/** The index and the documentation take a language too. Neither is read in English, which is mostly the default. */
export const acceptsLanguage = (operation: keyof typeof pages): CalendarRequirement => {
  const asked = languages.filter((language) => language !== 'en').toReversed();
  // The index is read under every segment, too (`index.read.segment`); of the documentation, this is all.
  const { cost, runs } = operation === 'index.read' ? { cost: 1, runs: asked.length } : { cost: asked.length, runs: 1 };
  return requirement({
    id: `${operation}.language`,
    level: 'MUST',
    clause: 'language.parameter',
    operations: [operation],
    profile: 'core',
    needs: [operation],
    effects: 'reads',
    statement: `A GET of the ${operation === 'index.read' ? 'index' : 'documentation'} succeeds in any of the languages ${asked.join(', ')}.`,
    cost,
    runs,
    given: (_, { turn }) =>
      cost === 1
        ? inTurn(asked, turn).map((language) => [language])
        : droppableButOne(asked.map((language) => fc.constant(language))),
    async check({ calendar }, some) {
      for (const language of some) {
        const exchange = await calendar.send({ method: 'GET', path: pages[operation], via: { language } });
        expectSuccess(exchange, `the GET in ${language}`);
      }
    },
  });
};

interface Ask {
  readonly made: Made;
  readonly tag: Payload;
  readonly via: Via;
}

type Send = (calendar: Calendar, ask: Ask) => Promise<Exchange>;

const asks = {
  list: (calendar, { via }) => calendar.list('tags', {}, via),
  create: async (calendar, { tag, via }) => (await calendar.create('tags', tag, via)).exchange,
  read: (calendar, { made, via }) => calendar.read('tags', byId(made), via),
  PATCH: async (calendar, { made, tag, via }) =>
    (await calendar.update('tags', byId(made), 'PATCH', tag, via)).exchange,
  DELETE: (calendar, { made, via }) => calendar.remove('tags', byId(made), via),
} as const satisfies Readonly<Record<string, Send>>;

const names = Object.keys(asks) as readonly (keyof typeof asks)[];

/** What happens to another language is open (gap `gap.language.other-value`): refused or ignored, but not a crash. */
export const handlesUnknownLanguage = requirement({
  id: 'tags.life-cycle.unknown-language',
  level: 'MUST',
  clause: 'http.server-error',
  alsoCovers: ['language.parameter'],
  operations: ['tags.list', 'tags.create', 'tags.read', 'tags.update.patch', 'tags.delete'],
  profile: 'http',
  needs: ['tags.create'],
  effects: 'writes',
  statement: 'An unsupported language is refused or ignored and causes no server error in operations on tags.',
  cost: 7,
  given: (world) =>
    fc.record({
      sent: droppableButOne(names.map((name) => fc.constant(name))),
      language: fc.constantFrom('xx', 'nl-BE', 'english', '../nl'),
      tag: requiredOnly(resourceOf('tags'), world),
    }),
  arrange: ({ calendar }, { tag }) => calendar.make('tags', tag),
  async check({ calendar }, { language, tag, sent }, made) {
    for (const name of sent) {
      const exchange = await asks[name](calendar, { made, tag, via: { language } });
      expectHandled(exchange, `a ${name} in the language ${language}`);
    }
  },
});
