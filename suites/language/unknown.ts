import fc from 'fast-check';
import { resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { byId } from '../../target/paths.js';
import { requirement } from '../../target/subject.js';
import { expectHandled } from '../expect-handled.js';

/** What happens to another language is open (gap `gap.language.other-value`): refused or ignored, but not a crash. */
export const handlesUnknownLanguage = requirement({
  id: 'tags.life-cycle.unknown-language',
  level: 'MUST',
  clause: 'http.server-error',
  alsoTells: ['language.parameter'],
  operations: ['tags.list', 'tags.create', 'tags.read', 'tags.update.patch', 'tags.delete'],
  profile: 'http',
  needs: ['tags.create'],
  effects: 'writes',
  statement: 'A language that is none of those allowed is refused or ignored, and breaks no operation on tags.',
  cost: 8,
  given: (world) =>
    fc.record({
      language: fc.constantFrom('xx', 'nl-BE', 'english', '../nl'),
      tag: requiredOnly(resourceOf('tags'), world),
    }),
  arrange: ({ calendar }, { tag }) => calendar.make('tags', tag),
  async check({ calendar }, { language, tag }, made) {
    const via = { language };
    const [address, words] = [byId(made), `in the language ${language}`];
    expectHandled(await calendar.list('tags', {}, via), `a list ${words}`);
    expectHandled((await calendar.create('tags', tag, via)).exchange, `a create ${words}`);
    expectHandled(await calendar.read('tags', address, via), `a read ${words}`);
    expectHandled((await calendar.update('tags', address, 'PATCH', tag, via)).exchange, `a PATCH ${words}`);
    expectHandled(await calendar.remove('tags', address, via), `a DELETE ${words}`);
  },
});
