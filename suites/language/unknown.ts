import fc from 'fast-check';
import { resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire.js';
import type { Exchange } from '../../harness/exchange.js';
import type { Calendar, Made } from '../../target/calendar.js';
import { byId, type Via } from '../../target/paths.js';
import { requirement } from '../../target/subject.js';
import { droppableButOne } from '../droppable.js';
import { expectHandled } from '../expect-handled.js';

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
  statement: 'A language that is none of those allowed is refused or ignored, and breaks no operation on tags.',
  cost: 8,
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
