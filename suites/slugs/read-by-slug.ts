import fc, { type Arbitrary } from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { toText } from '../../adapter/notation/shown-values.js';
import { byId, bySlug } from '../../adapter/reading/paths.js';
import { hidingStatuses } from '../../adapter/reading/record-status.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { shownFieldId, withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectAbsent, expectSuccess, expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isRefused } from '../../wire/status.js';
import { publicRecord } from '../arbitraries/any-record.js';
import { allOrFewer, droppableButOne } from '../arbitraries/subsets.js';
import { expectCreated, expectFound } from '../expect/expect-shown.js';
import { expectOther, expectSame, itemOperation, slugIfShown, slugOf } from '../expect/record-address.js';

type Slugged = 'events' | 'venues' | 'organizers';

/** What is nearly a record's slug, and what it is called. */
const nearSlugs = {
  prefix: { says: 'a part of', of: (slug: string) => slug.slice(0, -1) },
  extension: { says: 'more than', of: (slug: string) => `${slug}-x` },
  // A letter or digit, as some services take an underscore for the hyphen that it stands for elsewhere.
  pattern: { says: 'a pattern of', of: (slug: string) => slug.replace(/[\p{L}\p{N}]/u, '_') },
  'id-as-slug': { says: 'the id instead of', of: (_: string, id: string) => id },
} as const;

export const nearMisses = Object.keys(nearSlugs) as readonly (keyof typeof nearSlugs)[];

const infoOf = (collection: Collection) =>
  ({
    level: 'MUST',
    clause: 'address.slug',
    operations: [itemOperation(collection, 'slug', 'GET')],
    profile: 'core',
    effects: 'reads',
  }) as const;

/** A slug is compared whole, and with slugs alone. */
export const findsNoNearSlug = (collection: Collection, kind: keyof typeof nearSlugs): CalendarRequirement => {
  const { says, of } = nearSlugs[kind];
  return requirement({
    ...infoOf(collection),
    id: `${collection}.by-slug.read.${kind}`,
    needs: infoOf(collection).operations,
    statement: `A GET by ${says} its slug does not return ${withArticle(resources[collection].singular)}.`,
    cost: 1,
    given: (world) => publicRecord(world, collection),
    async arrange({ calendar, world }, ref) {
      const { id, slug } = world.record(ref);
      return slug || slugOf(calendar, { collection, id });
    },
    async check({ calendar }, ref, slug) {
      const id = calendar.idOf(ref);
      const near = of(slug, id);
      if (near === slug) throw new DoesNotApply(`the slug ${slug} is its own near miss`);
      const exchange = await calendar.read(collection, bySlug(near));
      expectOther(calendar, { collection, id }, `by-slug/${near}`, exchange);
    },
  });
};

/** An unknown slug finds nothing. */
export const findsNoUnknownSlug = (collection: Collection): CalendarRequirement =>
  requirement({
    ...infoOf(collection),
    id: `${collection}.by-slug.read.unknown-slug`,
    alsoCovers: [`${resources[collection].singular}.read`],
    needs: infoOf(collection).operations,
    statement: `A GET of ${withArticle(resources[collection].singular)} by an unknown slug finds nothing.`,
    cost: 1,
    given: () => fc.integer({ min: 10_000, max: 99_999 }).map((number) => `no-such-record-${number}`),
    async check({ calendar }, slug) {
      expectAbsent(await calendar.read(collection, bySlug(slug)), `${collection}/by-slug/${slug}`);
    },
  });

/** What stands before the marker: a digit first, a capital, letters beyond ASCII, and what other decodings break. */
const beginnings = [
  ['5k', '2031'],
  ['c+d', 'r+b'],
  ['Fest', 'Summer'],
  ['café', 'olé', '夏'],
  ['100%', '50%'],
].map((parts) => fc.constantFrom(...parts));

/** What can be taken for a format is taken for one at the end. */
const endings = [fc.constantFrom('2.0', 'x.html')];

/** A slug with all that routes stumble over; with less of it when shrunk. */
const unusualSlug: Arbitrary<string> = fc
  .tuple(allOrFewer(beginnings, 0), allOrFewer(endings, 0))
  .map(([before, after]) => [...before, MARK, ...after].join('-'));

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/** Reads a record by its slug as shown; decoded, where a slug that is shown percent-encoded finds nothing as it is. */
async function readEitherWay(calendar: Calendar, collection: Collection, slug: string): Promise<Exchange> {
  const exchange = await calendar.read(collection, bySlug(slug));
  const isDone = !isRefused(exchange) || decoded(slug) === slug;
  return isDone ? exchange : calendar.read(collection, bySlug(decoded(slug)));
}

const letters = fc.string({ unit: fc.constantFrom(...'бгджзлмнпрст'.split('')), minLength: 9, maxLength: 9 });

/**
 * Slugs that are not sent follow from names, where they follow from anything; those of venues and organizers always. Of a
 * name without a letter or digit of ASCII, not even the marker, some services leave nothing, or only the hyphens between words.
 */
const unusualName = fc.tuple(fc.constantFrom('Ярмарка', 'Ночь'), letters);

/** Names hold a slash, which no slug may keep; those of organizers are one word, so that no hyphen is left either. */
const joinedFor = (collection: Slugged) =>
  unusualName.map((words) => (collection === 'organizers' ? `${words.join('')}夏` : `${words.join('/')} 夏`));

/** Where a slug comes from: what is sent as one, or what a record is called. */
const sourcesOf = (collection: Slugged) => {
  const name = { field: resourceOf(collection).label, value: joinedFor(collection) };
  return collection === 'events' ? [{ field: 'slug', value: unusualSlug }, name] : [name];
};

const isMade = <Made>(made: Made | undefined): made is Made => made !== undefined;

/** Such a slug may be refused or respelled (reading `slug.sent`): what is shown of it is an address all the same. */
export const resolvesUnusualSlug = (collection: Slugged): CalendarRequirement => {
  const { singular } = resources[collection];
  const sources = sourcesOf(collection);
  return requirement({
    id: `${collection}.by-slug.read.unusual-slug`,
    level: 'MUST',
    clause: 'address.slug',
    ...(collection === 'events' && { alsoCovers: ['event.field.slug'] as const }),
    operations: [`${collection}.by-slug.read`],
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.by-slug.read`],
    effects: 'writes',
    statement:
      collection === 'events'
        ? 'The slug that an event shows has no slash and returns it, also with a leading digit, capitals, dots, a percent sign or non-ASCII letters.'
        : `The slug that ${withArticle(singular)} shows returns it${collection === 'organizers' ? ', also where its name is a single word without ASCII letters' : ' and has no slash, also where its name has a slash and no ASCII letters'}.`,
    cost: 3 * sources.length,
    given: (world) =>
      droppableButOne(
        sources.map(({ field, value }) =>
          fc
            .tuple(value, payload(resourceOf(collection), world, { only: ['description'] }))
            .map(([text, body]): Payload => ({ ...body, [field]: text })),
        ),
      ),
    // The creates are no preparation: their responses are judged.
    async check({ calendar }, bodies) {
      const all = (await Promise.all(bodies.map((body) => makeIfTaken(calendar, collection, body)))).filter(isMade);
      if (all.length === 0) throw new DoesNotApply('the target refuses letters beyond ASCII or the like in a slug');
      for (const { made, ...seen } of all) {
        // A record that was made with none is looked at once more.
        const { slug, exchange: shown } = seen.slug === '' ? await readSlug(calendar, made) : seen;
        const [expected, observed] = [`a slug of the ${singular} ${made.id}, whatever its name`, 'none'];
        const shownSlug = {
          kind: 'value',
          exchange: shown,
          about: { field: shownFieldId(collection, 'slug') },
        } as const;
        expectThat(slug !== '', { ...shownSlug, expected, observed });
        expectThat(!slug.includes('/'), { ...shownSlug, expected: 'a slug without a slash', observed: slug });
        const exchange = await readEitherWay(calendar, collection, slug);
        expectSuccess(exchange, `a GET of the ${singular} with the slug ${slug}`);
        expectSame(calendar.lens.record(collection, exchange), made, `by-slug/${slug}`, exchange);
      }
    },
  });
};

/** Makes a record, and finds its slug; undefined where its body is refused. */
async function makeIfTaken(calendar: Calendar, collection: Collection, body: Payload) {
  const written = await calendar.create(collection, body);
  if (isRefused(written.exchange)) return undefined;
  const made = expectCreated(calendar, written);
  if (!calendar.lens.fact(collection, 'slug')) throw new DoesNotApply(`the target shows no slug of ${collection}`);
  const slug = slugIfShown(calendar, made.shown);
  return slug === undefined ? { made, ...(await readSlug(calendar, made)) } : { made, slug, exchange: made.exchange };
}

/** @throws DoesNotApply for a draft, which need not have a slug yet */
async function readSlug(calendar: Calendar, made: Made) {
  const { exchange, ...shown } = await expectFound(calendar, made.collection, byId(made));
  const status = calendar.lens.fact(made.collection, 'status') && toText(calendar.lens.field(shown, 'status'));
  if (hidingStatuses.includes(status ?? '')) throw new DoesNotApply(`a new record of ${made.collection} is ${status}`);
  return { slug: slugIfShown(calendar, shown) ?? '', exchange };
}
