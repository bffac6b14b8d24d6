import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { type Address, byId, bySlug, itemPath } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { Collection } from '../../contract/resources.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectResponse, expectThat } from '../../kernel/expectations.js';
import { type Exchange, headerValue } from '../../wire/exchange.js';
import { isGranted, isRefused, UNSUPPORTED_METHOD } from '../../wire/status.js';
import { wideRecord } from '../arbitraries/any-record.js';

const head = { level: 'MUST', clause: 'http.head', profile: 'http', effects: 'reads' } as const;

/** An id that no record has, and such a slug. */
const NOWHERE = byId({ id: '2147483646' });
const NO_SLUG = bySlug('no-record-has-this-slug');

/** Of these an item is asked for by its slug. */
const byItsSlug: ReadonlySet<Collection> = new Set<Collection>(['venues', 'organizers']);

/** Of these an item is asked for that is not there, too: what answers for none is rarely made for each kind alone. */
const missing: Partial<Readonly<Record<Collection, Address>>> = { events: NO_SLUG, venues: NOWHERE };

/** HEAD is GET without the body, also where nothing is found (RFC 9110 section 9.3.2). */
export const answersHead = (collection: Collection): CalendarRequirement =>
  requirement({
    ...head,
    id: `${collection}.read.head`,
    operations: [`${collection}.list`, `${collection}.read`],
    needs: [`${collection}.list`, `${collection}.read`],
    statement: `HEAD of a list or an item of ${collection} returns what GET returns, without the body.`,
    cost: missing[collection] ? 6 : 4,
    given: (world) => fc.record({ item: wideRecord(world, collection) }),
    async check({ calendar, world }, { item }) {
      const { slug } = world.record(item);
      const address =
        byItsSlug.has(collection) && slug !== undefined ? bySlug(slug) : byId({ id: calendar.idOf(item) });
      const path = itemPath(collection, address);
      await expectHeadAsGet(calendar, `/${collection}`, { elsewhere: path });
      const nothing = missing[collection];
      if (nothing) await expectHeadAsGet(calendar, itemPath(collection, nothing), 'supported');
      await expectHeadAsGet(calendar, path, 'supported');
    },
  });

/** The same for index and documentation. */
export const answersHeadOf = (operation: 'index.read' | 'doc.read'): CalendarRequirement =>
  requirement({
    ...head,
    id: `${operation}.head`,
    operations: [operation],
    needs: [operation],
    statement: `HEAD of the ${operation === 'doc.read' ? 'documentation' : 'index'} returns what GET returns, without the body.`,
    cost: 2,
    given: () => fc.constant(operation === 'doc.read' ? '/doc' : ''),
    async check({ calendar }, path) {
      await expectHeadAsGet(calendar, path, { elsewhere: path === '' ? '/doc' : '' });
    },
  });

interface Pair {
  readonly get: Exchange;
  readonly head: Exchange;
}

/** What one address supports, all do: whether HEAD is known to be supported, or another address to ask where it is not. */
type Support = 'supported' | { readonly elsewhere: string };

/** Whether HEAD is refused as a method wherever it is asked for. */
async function isUnsupported(calendar: Calendar, status: number, support: Support): Promise<boolean> {
  if (support === 'supported' || !UNSUPPORTED_METHOD.includes(status)) return false;
  return !isGranted(await calendar.send({ method: 'HEAD', path: support.elsewhere }));
}

/** Expects status, media type and length to be the same and the body to be left out. @throws DoesNotApply where HEAD may be unsupported, and is */
async function expectHeadAsGet(calendar: Calendar, path: string, support: Support): Promise<void> {
  // HEAD first: a cache may take its answer for that of GET.
  const head = await calendar.send({ method: 'HEAD', path });
  const pair = { head, get: await calendar.send({ method: 'GET', path }) };
  const [full, bare] = [expectResponse(pair.get), expectResponse(pair.head)];
  if (full.status !== bare.status && (await isUnsupported(calendar, bare.status, support)))
    throw new DoesNotApply('HEAD is not supported');
  const [expected, observed] = [`status ${full.status}, as for GET`, `status ${bare.status}`];
  expectThat(full.status === bare.status, {
    kind: 'status',
    expected,
    observed,
    exchange: pair.head,
    ...(isGranted(full) && !isGranted(bare) && { sign: { status: 'accepted' } }),
    ...(isRefused(full) && !isRefused(bare) && { sign: { status: 'refused' } }),
  });
  const length = `${bare.body.length} octets`;
  expectThat(bare.body.length === 0, { kind: 'framing', expected: 'no body', observed: length, exchange: pair.head });
  expectSame(pair, { name: 'content-type', full: headerOf(pair.get, 'content-type') });
  if (!isGranted(pair.get.outcome)) return;
  expectThat(full.body.length > 0 || full.status === NO_CONTENT, {
    kind: 'framing',
    expected: 'a body in the answer to a GET after a HEAD',
    observed: 'none',
    exchange: pair.get,
  });
  await expectSameLength(calendar, path, pair);
}

/** Expects the length that GET has, unless it changes between reads (RFC 9110 section 8.6). */
async function expectSameLength(calendar: Calendar, path: string, pair: Pair): Promise<void> {
  const [full, bare] = [lengthOf(pair.get), headerOf(pair.head, 'content-length')];
  if (full === undefined || bare === undefined || full === bare) return;
  // In the other order: what others write may come and go in step with our requests.
  const again = lengthOf(await calendar.send({ method: 'GET', path }));
  const bareAgain = headerOf(await calendar.send({ method: 'HEAD', path }), 'content-length');
  if (again === full && bareAgain === bare) expectSame(pair, { name: 'content-length', full });
}

/** How many octets the body of a GET had; how many a coding leaves may differ between answers. */
function lengthOf(get: Exchange): string | undefined {
  if (headerOf(get, 'content-encoding') !== undefined) return undefined;
  return headerOf(get, 'content-length') ?? String(expectResponse(get).body.length);
}

/** A header field that both answers have must be the same; HEAD may leave out what only the body shows. */
function expectSame({ head: exchange }: Pair, { name, full }: HeaderOfGet): void {
  const bare = headerOf(exchange, name);
  const [expected, observed] = [`${name}: ${full}, as for GET`, `${name}: ${bare}`];
  const isSame = full === undefined || bare === undefined || full === bare;
  expectThat(isSame, { kind: 'header', expected, observed, exchange });
}

interface HeaderOfGet {
  readonly name: string;
  readonly full: string | undefined;
}

const NO_CONTENT = 204;

const headerOf = (exchange: Exchange, name: string): string | undefined =>
  headerValue(expectResponse(exchange).headers, name);
