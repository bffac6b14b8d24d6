import fc from 'fast-check';
import { otherThan } from '../../adapter/learn/learn-languages.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { segmentLanguages } from '../../contract/queries.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { isRefused } from '../../wire/status.js';
import { inTurn, startOf } from '../arbitraries/in-turn.js';
import { expectField, expectFound } from '../expect/expect-shown.js';
import { findListed } from '../expect/find-listed.js';
import { isShownBy } from '../expect/shown-in.js';

const field = 'description';

/** Whether an update in another language makes a translation or changes the record: in that language it shows. */
export const showsInItsLanguage = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.read.updated-in-language`,
    level: 'MUST',
    clause: 'language.parameter',
    alsoCovers: ['coherence.kept-write'],
    operations: [`${collection}.read`, `${collection}.list`, `${collection}.update.patch`],
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.list`, `${collection}.update.patch`],
    effects: 'writes',
    // What is kept of one language and shown in another is read anew after any write: those of others would hide it.
    alone: true,
    statement: `What was updated of ${withArticle(resources[collection].singular)} in a language shows there, whatever was read in another before.`,
    cost: 7,
    given: (world, { turn }) =>
      fc.record({
        body: payload(resourceOf(collection), world, { only: [field] }),
        language: inTurn(segmentLanguages, turn, startOf(collection)),
      }),
    async arrange({ calendar }, { body, language }) {
      const made = await calendar.make(collection, body, { language: otherThan(language) });
      const change = { [field]: `Translated ${MARK}` };
      const updated = await calendar.update(collection, byId(made), 'PATCH', change, { language });
      if (isRefused(updated.exchange)) throw new DoesNotApply('a record is updated in its own language alone');
      return { made, sent: updated.body[field] ?? null };
    },
    async check({ calendar }, { language }, { made, sent }) {
      // One after the other, with no write between.
      await calendar.read(collection, byId(made), { language: otherThan(language) });
      const { exchange, ...shown } = await expectFound(calendar, collection, byId(made), { language });
      expectField({ calendar, shown, field, sent, where: `the item in ${language}`, exchange });
      await findListed(calendar, { ...made, via: { language: otherThan(language) } });
      const listed = await findListed(calendar, { ...made, via: { language } });
      for (const one of [listed.shown ?? []].flat().filter((item) => isShownBy(calendar, item, field)))
        expectField({ calendar, shown: one, field, sent, where: `the list in ${language}`, exchange: listed.exchange });
    },
  });
