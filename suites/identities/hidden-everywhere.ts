import fc, { type Arbitrary } from 'fast-check';
import { type Calendar, toWireId } from '../../adapter/calendar/calendar.js';
import { permissionOf } from '../../adapter/profile/rights.js';
import { byId, bySlug, itemPath } from '../../adapter/reading/paths.js';
import { narrow, unfilteredFor } from '../../adapter/reading/record-queries.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { resources } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { expectResponse, expectThat, observe } from '../../kernel/expectations.js';
import { DEFAULT_IDENTITY } from '../../wire/client/authentication.js';
import { Inconclusive } from '../../wire/errors.js';
import type { Exchange } from '../../wire/exchange.js';
import { isError } from '../../wire/status.js';
import { anyDraft } from '../arbitraries/any-record.js';
import { inTurn } from '../arbitraries/in-turn.js';
import { droppable } from '../arbitraries/subsets.js';
import { slugIfShown } from '../expect/record-address.js';
import { countsWithoutRecords } from '../expect/expect-list.js';
import { expectAgreed, tryReads } from './attempts.js';
import { type HiddenRecord, keepHidden, makeHidden, readAsOwner } from './hidden-record.js';
import { anonymousBeside, hidingStatuses, type slugged, weakerIdentities } from './weaker-identity.js';

/** A way besides a plain GET that could show a record, and what is expected of it where a GET is refused. */
interface Way {
  ask(other: Calendar, record: HiddenRecord): Promise<Exchange>;
  expectShut(exchange: Exchange, other: Calendar, record: HiddenRecord): void;
}

const pathOf = (record: HiddenRecord): string => itemPath(record.collection, byId(record));

const toDoor = (what: string, ask: Way['ask']): Way => ({
  ask,
  expectShut(exchange, _, { collection, id }) {
    const response = expectResponse(exchange);
    const expected = `a ${what} of ${collection}/${id} to be refused as a GET is`;
    const sign = { status: 'refused' } as const;
    expectThat(isError(response), () => ({ kind: 'status', expected, observed: observe(response), exchange, sign }));
  },
});

type ToQuery = (calendar: Calendar, record: HiddenRecord) => ListQuery;

const toList = (what: string, toQuery: ToQuery): Way => ({
  ask: (other, record) =>
    other.list(record.collection, { ...toQuery(other, record), per_page: other.profile.pageSizes[record.collection] }),
  expectShut: (exchange, other, record) => expectLeftOut(exchange, other, record, what),
});

const around: ToQuery = ({ profile }, { collection, body }) => narrow(collection, body, profile);

/** The ways to a record of any kind; the lists show it, and hardly any other, to whoever may see it. */
const ways = {
  head: toDoor('HEAD', (other, record) => other.send({ method: 'HEAD', path: pathOf(record) })),
  etag: toDoor('GET with its ETag', (other, record) =>
    other.send({ method: 'GET', path: pathOf(record), headers: [['If-None-Match', record.etag ?? '"unknown"']] }),
  ),
  list: toList('list', around),
  status: toList('list filtered by its status', (calendar, record) => ({
    ...around(calendar, record),
    status: record.status,
  })),
  search: toList('search for a word in it, with its status', ({ profile }, { collection, sought, status }) => ({
    ...unfilteredFor(profile, collection),
    search: sought,
    status,
  })),
  // A service may refuse the status, and not the same without it.
  bareSearch: toList('search for a word in it', ({ profile }, { collection, sought }) => ({
    ...unfilteredFor(profile, collection),
    search: sought,
  })),
  // Of events alone.
  include: toList('list that includes it, with its status', (_, { id, status }) => ({
    include: [toWireId(id)],
    status,
  })),
  bareInclude: toList('list that includes it', (_, { id }) => ({ include: [toWireId(id)] })),
} as const satisfies Readonly<Record<string, Way>>;

type WayName = keyof typeof ways;

/** Expects a list to be refused, or to leave a record out and not to count it. */
function expectLeftOut(exchange: Exchange, other: Calendar, { collection, id }: HiddenRecord, what: string): void {
  const { items, total } = isError(exchange) ? { items: [], total: 0 } : other.lens.page(collection, exchange);
  const expected = `a ${what} without ${collection}/${id}, which a GET by id refuses`;
  const isIn = items.some((item) => item.id === id);
  expectThat(!isIn, { kind: 'selection', expected, observed: 'a list that contains it', exchange });
  const isCounted =
    total === undefined || total === items.length || items.length >= other.profile.pageSizes[collection];
  const observed = `a total of ${total} with ${items.length} records in the list`;
  expectThat(isCounted, {
    kind: 'total',
    expected: `a ${what} with a total equal to the records it shows`,
    observed,
    exchange,
    ...(items.length === 0 && { about: countsWithoutRecords }),
  });
}

type Slugged = (typeof slugged)[number];

/**
 * The ways of each execution: what a service keeps of the first one may be shown by the others. ETags are usually made
 * by code that all collections share.
 */
const turns: { readonly [C in Slugged]: readonly (readonly WayName[])[] } = {
  events: [
    ['etag', 'head', 'list', 'status', 'include', 'bareInclude', 'search', 'bareSearch'],
    ['list', 'search', 'include'],
  ],
  venues: [
    ['list', 'status', 'head'],
    ['search', 'list'],
  ],
  organizers: [
    ['search', 'head', 'list', 'status'],
    ['list', 'status'],
  ],
};

const waysTo = (collection: Slugged, turn: number): Arbitrary<readonly WayName[]> =>
  inTurn(turns[collection], turn).chain((names) => droppable(names.map((way) => fc.constant(way))));

/** What is refused by its id is shown in no other way: not by slug, nor in any list, nor by what a refusal says. */
export const hidesEverywhere = (collection: Slugged): CalendarRequirement =>
  requirement({
    level: 'MUST',
    clause: 'coherence.denied-everywhere',
    alsoCovers: ['coherence.pages'],
    profile: 'coherence',
    effects: 'writes',
    // What is kept for one user and shown to another is read anew after any write: those of others would hide it.
    alone: true,
    id: `identities.${collection}.hidden`,
    operations: [`${collection}.read`, `${collection}.by-slug.read`, `${collection}.list`],
    needs: ['identity.weaker', 'accepted.status', `${collection}.create`],
    statement: `A user refused ${withArticle(resources[collection].singular)} by id neither sees it in any other way nor finds it counted in a total.`,
    cost: { events: 23, venues: 17, organizers: 18 }[collection],
    runs: 2,
    given: (world, { turn }) =>
      fc.record({
        names: weakerIdentities(world),
        statuses: hidingStatuses(world, turn),
        draft: anyDraft(world, { among: [collection] }),
        ways: waysTo(collection, turn),
      }),
    arrange: ({ calendar }, { statuses, draft }) => makeHidden(calendar, { ...draft, statuses }),
    async check(subject, { names, ways: some }, made) {
      const shut = await refusedAtFirst(subject, made);
      const name = await expectRefused(subject, names, { record: made, shut });
      const other = subject.as(name);
      const record = some.includes('etag') ? await readAsOwner(subject, made) : made;
      if (some.includes('status')) await ways.status.ask(subject.calendar, record);
      for (const way of some.map((one) => ways[one])) way.expectShut(await way.ask(other, record), other, record);
      for (const nobody of anonymousBeside(subject.world, name))
        await expectHiddenFrom(subject, nobody, { record, shut });
    },
  });

/** A record, and those to whom it was refused before anybody had read it. */
interface Kept {
  readonly record: HiddenRecord;
  readonly shut: readonly string[];
}

/** Whoever is not logged in reads a record before anybody else: what others read later may be kept, and shown to them. */
async function refusedAtFirst({ as, world }: Subject, { collection, id }: HiddenRecord): Promise<readonly string[]> {
  const shut: string[] = [];
  for (const nobody of anonymousBeside(world, DEFAULT_IDENTITY)) {
    if (permissionOf(await as(nobody).read(collection, byId({ id }))) === 'refused') shut.push(nobody);
  }
  return shut;
}

/** Reads a record at its addresses as somebody else, who finds it in no list, nor counted there, where these are refused. */
async function expectHiddenFrom(subject: Subject, name: string, kept: Kept): Promise<void> {
  const { record } = kept;
  const other = subject.as(name);
  const isRefused = await isKeptFrom(subject, name, kept);
  for (const { ask, expectShut } of isRefused ? [ways.list, ways.status] : [])
    expectShut(await ask(other, record), other, record);
}

/** Reads a record at its addresses: whether it is refused at all of them, as it is at one, and was at first. */
async function isKeptFrom(subject: Subject, name: string, { record, shut }: Kept): Promise<boolean> {
  const slug = slugIfShown(subject.calendar, record.shown);
  const addresses = [byId(record), ...(slug === undefined ? [] : [bySlug(slug)])];
  const reads = await tryReads(subject.as(name), record, addresses);
  expectAgreed(reads, name);
  const refused = reads.filter(({ permission }) => permission === 'refused');
  for (const { what, permission, exchange } of reads)
    expectThat(permission === 'refused' || !shut.includes(name), {
      kind: 'state',
      expected: `${record.collection}/${record.id} to be refused to ${name} as it was before others read it`,
      observed: `a ${what} that shows it`,
      exchange,
    });
  for (const { exchange } of refused) keepHidden(subject, name, record, exchange);
  return refused.length > 0;
}

/**
 * Reads a record as one user after the other; gives the name of the first to whom it is refused.
 * @throws Inconclusive when it is refused to nobody.
 */
async function expectRefused(subject: Subject, names: readonly string[], kept: Kept): Promise<string> {
  const refused: string[] = [];
  for (const name of names) if (await isKeptFrom(subject, name, kept)) refused.push(name);
  const [first] = refused;
  if (first !== undefined) return first;
  const { record } = kept;
  throw new Inconclusive(`${names.join(' and ')} may read ${record.collection} with status ${record.status}`);
}
