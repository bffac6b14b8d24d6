import type { Calendar } from '../../adapter/calendar/calendar.js';
import type { ShownPage } from '../../adapter/reading/lens.js';
import { byId } from '../../adapter/reading/paths.js';
import type { Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { ReadingId } from '../../contract/readings/readings.js';
import type { Collection } from '../../contract/resources.js';
import { Deviation, type DeviationDetails, DoesNotApply } from '../../kernel/deviation.js';
import type { Exchange } from '../../wire/exchange.js';
import { isClientError, isGranted } from '../../wire/status.js';
import { fieldIn, isAlike, shownFields } from '../expect/shown-in.js';
import { narrowList } from '../queries/paged-query.js';
import { plainShortLists } from '../queries/short-lists.js';
import { unlessDenied } from './weaker-identity.js';

/** What they say was learned as the default identity, and may hang on what it may see. */
const ofRights: readonly ReadingId[] = [
  'list.status.default',
  'list.hide-from-listings',
  'list.has-events.counted',
  'terms.counted-events',
];

const views = new WeakMap<World, World>();

/** The world as others may see it: what depends on rights is open, and they ask for no status, which is a right too. */
export function asOthersSee(world: World): World {
  const { profile, accepted } = world;
  const evidence = new Map([...profile.evidence].filter(([id]) => !ofRights.includes(id)));
  const view = views.get(world) ?? {
    ...world,
    profile: { ...profile, evidence },
    accepted: { ...accepted, status: [] },
  };
  views.set(world, view);
  return view;
}

/** Somebody who asks for lists. */
interface Viewing {
  readonly collection: Collection;
  readonly name: string;
}

/** Whether an item shows somebody all that it shows the default identity. */
async function isShownWhole({ calendar, as }: Subject, { collection, name }: Viewing, id: string): Promise<boolean> {
  const [own, theirs] = await Promise.all(
    [calendar, as(name)].map(async (reader) =>
      reader.lens.recordIfAny(collection, await reader.read(collection, byId({ id }))),
    ),
  );
  const isSame = (field: string): boolean =>
    own !== undefined &&
    theirs !== undefined &&
    isAlike(calendar, {
      collection,
      field,
      one: fieldIn(calendar, own, field),
      other: fieldIn(calendar, theirs, field),
    });
  return shownFields(calendar, collection).every(isSame);
}

/** The ids of our records that a short list shows; none where it is refused. */
async function listedTo(reader: Calendar, { world }: Subject, collection: Collection): Promise<readonly string[]> {
  const exchange = await reader.list(collection, narrowList(world, collection, plainShortLists).query);
  const items = isClientError(exchange) ? [] : reader.lens.page(collection, exchange).items;
  return items.map(({ id }) => id).filter((id) => world.refOf(collection, id));
}

const totalsOf = ({ total, totalPages }: ShownPage): string => `${total} on ${totalPages}`;

/** Whether a list states the totals of the default identity: then it counts what it does not show, which is judged elsewhere. */
async function isCountedForAll({ calendar }: Subject, collection: Collection, exchange: Exchange): Promise<boolean> {
  const whole = await calendar.follow(exchange.request.target, exchange);
  const isListed = isGranted(whole) && isGranted(exchange);
  const [own, theirs] = isListed ? [whole, exchange].map((one) => calendar.lens.page(collection, one)) : [];
  return own !== undefined && theirs !== undefined && totalsOf(own) === totalsOf(theirs);
}

/** Of records that are all kept from somebody, or all shown, the first ones say which. */
const FEW = 2;

/** Whether what is wrong with a list may come of the rights of whoever asks. */
async function isOfRights(subject: Subject, viewing: Viewing, found: DeviationDetails): Promise<boolean> {
  const { collection, name } = viewing;
  const { kind, exchange, sign } = found;
  if (kind === 'total' && exchange && (await isCountedForAll(subject, collection, exchange))) return true;
  // Together: where one fails, nothing awaits the other.
  const [own = [], theirs = []] = await Promise.all(
    [subject.calendar, subject.as(name)].map((reader) => listedTo(reader, subject, collection)),
  );
  const listed = new Set(theirs);
  if (listed.size === 0) return true;
  const lacking = own.filter((id) => !listed.has(id));
  const wrong = sign && 'records' in sign ? sign.records : [];
  for (const id of [...wrong.slice(0, FEW), ...lacking.slice(0, FEW)])
    if (!(await isShownWhole(subject, viewing, id))) return true;
  return false;
}

/**
 * Judges a list as somebody sees it, and says whether it was granted. What is kept from them is kept in full or in part:
 * a list that is wrong about that, or leaves out all there is, shows nothing.
 */
export async function judgeAsSeen(
  subject: Subject,
  viewing: Viewing,
  judge: (seen: Subject) => Promise<void>,
): Promise<boolean> {
  const seen = { ...subject, calendar: subject.as(viewing.name), world: asOthersSee(subject.world) };
  try {
    return (await unlessDenied(judge(seen).then(() => true))) ?? false;
  } catch (found) {
    if (found instanceof DoesNotApply) return true;
    const isDeviation = found instanceof Deviation;
    if (!isDeviation || !(await subject.calendar.aside(() => isOfRights(subject, viewing, found.details)))) throw found;
    return false;
  }
}
