import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { otherThan } from '../../adapter/learn/learn-languages.js';
import { byId } from '../../adapter/reading/paths.js';
import { unfilteredFor } from '../../adapter/reading/record-queries.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type Language, languages } from '../../contract/queries.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import type { Ref } from '../../generators/wire-value.js';
import { DoesNotApply, WorldLacks } from '../../kernel/deviation.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import type { JsonObject } from '../../wire/json.js';
import { isNotFound } from '../../wire/status.js';
import { shows } from '../expect/expect-shown.js';
import { findListed, type Listed, type Sought } from '../expect/find-listed.js';
import { expectAlike, isShownBy } from '../expect/shown-in.js';
import { isPlain } from '../queries/base-query.js';
import { belongingOf, expectListed, localizedOf, toWords } from './localized.js';

const lists = { clause: 'language.parameter', profile: 'core', effects: 'reads' } as const;

const relatives = (collection: Collection): string =>
  collection === 'categories' || collection === 'tags' ? 'other terms' : 'other posts';

/** What selecting a language selects is the same for all posts, and for all terms (see `belongingOf`). */
export const listsOtherLanguages = (collection: Collection): CalendarRequirement =>
  requirement({
    ...lists,
    id: `${collection}.list.other-languages`,
    level: 'MUST',
    operations: [`${collection}.list`],
    needs: [`${collection}.list`, `${collection}.create`],
    statement: `Lists of ${collection} treat records of other languages as lists of ${relatives(collection)} do: all omit or all show them.`,
    cost: 3,
    given: (world) => fc.constant(languages.filter((other) => other !== localizedOf(world, collection).language)),
    async check(subject, others) {
      const { calendar, world } = subject;
      const listed = belongingOf(world, collection) !== 'one';
      for (const language of others) {
        const sought = { ...localizedOf(world, collection), via: { language } };
        const found = await findListed(calendar, sought);
        const isHome = !listed && found.shown !== undefined && (await holdsAll(subject, language));
        expectListed(found, { ...sought, listed: listed || isHome });
        await expectNamedAsItem(calendar, sought, found);
      }
    },
  });

/**
 * Whether a language is that of the originals, in which a service may show whatever it has: an event that was made without
 * one is listed in this language alone, and of every collection what was made in another one is listed in both.
 */
async function holdsAll({ calendar, world }: Subject, home: Language): Promise<boolean> {
  const isListed = async (sought: Sought, language: Language): Promise<boolean> =>
    (await calendar.aside(() => findListed(calendar, { ...sought, via: { language } }))).shown !== undefined;
  const [event] = world.of('events').filter(isPlain(world));
  if (!event) return false;
  const original = { collection: 'events', ...event } as const;
  for (const language of languages) if ((await isListed(original, language)) !== (language === home)) return false;
  const made = world.localized.filter(({ language }) => language !== home);
  for (const { ref, id, body, language } of made) {
    for (const one of [home, language ?? home])
      if (!(await isListed({ collection: ref.ref, id, body }, one))) return false;
  }
  return new Set(made.map(({ ref }) => ref.ref)).size > 1;
}

/** What a list calls a record of another language otherwise than it was made, the item calls so there, too. */
async function expectNamedAsItem(calendar: Calendar, sought: Sought, { shown, exchange }: Listed): Promise<void> {
  const { collection, id, body, via = {} } = sought;
  const { label } = resourceOf(collection);
  if (!shown || !isShownBy(calendar, shown, label)) return;
  if (shows({ calendar, shown, field: label, sent: body[label] ?? null })) return;
  const read = await calendar.aside(() => calendar.read(collection, byId({ id }), via));
  const item = calendar.lens.recordIfAny(collection, read);
  if (!item) return;
  const first = { where: `the item ${toWords(via)}`, shown: item, exchange: read };
  expectAlike(calendar, first, { where: `the list ${toWords(via)}`, shown, exchange }, [label]);
}

/** An event that lists show; the first of them has a zone of its own. */
function plainEvent(world: World): Ref {
  const event = world.of('events').filter(isPlain(world)).slice(0, 2).at(-1);
  if (!event) throw new WorldLacks('the test data has no published event', 'events.create');
  return event.ref;
}

/**
 * What was created without a language belongs to the one that is the default here, or to none. Some services show what
 * is not translated in its original: then in every language.
 */
export const listsInOneLanguage = requirement({
  ...lists,
  id: 'events.list.one-language',
  level: 'MUST',
  operations: ['events.list'],
  needs: ['events.list', 'events.create'],
  statement: 'An event created without a language appears in the lists of at most one language, or of all.',
  cost: languages.length,
  given: (world) => fc.constant(plainEvent(world)),
  async check({ calendar, world }, event) {
    const seen: string[] = [];
    let exchange: Exchange | undefined;
    for (const language of languages) {
      const listed = await findListed(calendar, { collection: 'events', ...world.record(event), via: { language } });
      if (listed.shown) seen.push(language);
      exchange = listed.exchange;
    }
    expectThat(seen.length <= 1 || seen.length === languages.length, {
      kind: 'selection',
      expected: 'an event without a language in the list of at most one language, or of all',
      observed: `the event in the lists of ${seen.join(' and ')}`,
      ...(exchange && { exchange }),
    });
  },
});

/** A parameter that is accepted and ignored selects nothing: a remark, not a breach. */
export const selectsByLanguage = requirement({
  ...lists,
  id: 'tags.list.language-effect',
  level: 'SHOULD',
  operations: ['tags.list'],
  needs: ['tags.list', 'tags.create'],
  statement: 'Selecting a language has an effect: lists differ between languages, or would with translations.',
  cost: 2,
  given: (world) => fc.constant({ own: localizedOf(world, 'tags').language }),
  async check({ calendar, world }, { own }) {
    const isTranslated = belongingOf(world, 'tags') === 'fallback';
    const [here, there] = [await tagsIn(calendar, own), await tagsIn(calendar, otherThan(own))];
    const isSame = isDeepStrictEqual(here.shown, there.shown);
    if (isSame && !isTranslated && (await showsMoreIn(calendar, localizedOf(world, 'tags')))) {
      throw new DoesNotApply('lists show no translatable field');
    }
    expectThat(isTranslated || !isSame, {
      kind: 'selection',
      expected: `the list of tags in ${own} to differ from that in another language`,
      observed: 'the same list',
      exchange: there.exchange,
    });
  },
});

/** Whether lists show no names, or an item shows what differs between languages and lists leave out. */
async function showsMoreIn(calendar: Calendar, { id, language }: ReturnType<typeof localizedOf>): Promise<boolean> {
  if (calendar.lens.fact('tags', 'name')?.isUnlisted) return true;
  const [here, there] = await calendar.aside(async () => [
    await itemIn(calendar, id, language),
    await itemIn(calendar, id, otherThan(language)),
  ]);
  return here !== undefined && there !== undefined && !isDeepStrictEqual(here, there);
}

const itemIn = async ({ lens, read }: Calendar, id: string, language: Language): Promise<JsonObject | undefined> =>
  lens.recordIfAny('tags', await read('tags', byId({ id }), { language }))?.json;

/** An empty list may be answered as not found. */
async function tagsIn(calendar: Calendar, language: Language) {
  const exchange = await calendar.list('tags', unfilteredFor(calendar.profile, 'tags'), { language });
  if (isNotFound(exchange)) return { shown: [], exchange };
  expectSuccess(exchange, 'a list of tags');
  return { shown: calendar.lens.page('tags', exchange).items.map(({ json }) => json), exchange };
}
