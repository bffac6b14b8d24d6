import fc, { type Arbitrary } from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { type KnownIdentity, wasGranted } from '../../adapter/profile/rights.js';
import type { Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { Collection } from '../../contract/resources.js';
import { Deviation, DoesNotApply } from '../../kernel/deviation.js';
import { ANONYMOUS, DEFAULT_IDENTITY } from '../../wire/client/authentication.js';
import { Inconclusive } from '../../wire/errors.js';
import { isDenied } from '../../wire/status.js';
import { inTurn } from '../arbitraries/in-turn.js';
import { droppableButOne } from '../arbitraries/subsets.js';

/** Records that have a slug, and so two addresses. */
export const slugged = ['events', 'venues', 'organizers'] as const satisfies readonly Collection[];

type Fits = (identity: KnownIdentity) => boolean;

/** The names of those who may less than the default identity. @throws Inconclusive when there is none that fits. */
export function weakerNames({ profile }: Pick<World, 'profile'>, fits: Fits = () => true): readonly string[] {
  const names = profile.identities.filter((one) => one.isWeaker && fits(one)).map(({ name }) => name);
  if (names.length === 0)
    throw new Inconclusive('No lower-privileged identity is configured that this can be tried with.');
  return names;
}

/** Those of them who may create records of a collection. @throws DoesNotApply where all are known to be refused */
export function weakerCreators(world: Pick<World, 'profile'>, collection: Collection): readonly string[] {
  const rights = world.profile.identities
    .filter(({ isWeaker }) => isWeaker)
    .map((one) => one.rights.get(`${collection}.create`));
  if (rights.length > 0 && rights.every((right) => right === 'refused'))
    throw new DoesNotApply(`no lower-privileged identity may create ${collection}`);
  return weakerNames(world, (one) => wasGranted(one, `${collection}.create`));
}

/** One of these names. */
export const weakerIdentity = (world: Pick<World, 'profile'>, fits?: Fits): Arbitrary<string> =>
  fc.constantFrom(...weakerNames(world, fits));

/** So many identities are asked in turn. */
const MOST = 3;

/** The names of those who may less than the default identity, in any order. @throws Inconclusive when there are none. */
export function weakerIdentities(world: Pick<World, 'profile'>): Arbitrary<readonly string[]> {
  const names = weakerNames(world);
  const length = Math.min(MOST, names.length);
  return fc
    .shuffledSubarray([...names], { minLength: length, maxLength: length })
    .chain((all) => droppableButOne(all.map((name) => fc.constant(name))));
}

/** The same names without that of whoever is not logged in, where there are others: a service may ask for no more than that. */
export function usersOf(world: Pick<World, 'profile'>): readonly string[] {
  const names = weakerNames(world);
  const users = names.filter((name) => name !== ANONYMOUS);
  return users.length > 0 ? users : names;
}

/** Whoever is not logged in, where that is somebody besides another one. */
export const anonymousBeside = ({ profile }: Pick<World, 'profile'>, name: string): readonly string[] =>
  name !== ANONYMOUS && profile.identities.some((one) => one.isWeaker && one.name === ANONYMOUS) ? [ANONYMOUS] : [];

/** Whether an identity was refused a record that the default one reads. */
export const isKeptOut: Fits = ({ hidden }) => hidden.length > 0;

/** The names of those who may create records of a collection. */
export const creatorsOf = ({ profile }: Pick<World, 'profile'>, collection: Collection): readonly string[] => [
  DEFAULT_IDENTITY,
  ...profile.identities.filter((one) => wasGranted(one, `${collection}.create`)).map(({ name }) => name),
];

/** The names of those who may less than the default identity and may read events, first of whoever is not logged in. */
export function readersOf(world: Pick<World, 'profile'>): readonly string[] {
  const names = weakerNames(world, ({ rights }) => rights.get('events.read') !== 'refused');
  return names.toSorted((one, other) => Number(other === ANONYMOUS) - Number(one === ANONYMOUS));
}

/** What comes of a request; undefined where the identity has no right to it. */
export async function unlessDenied<Result>(act: Promise<Result>): Promise<Result | undefined> {
  try {
    return await act;
  } catch (error) {
    const exchange = error instanceof Deviation ? error.details.exchange : undefined;
    if (!exchange || !isDenied(exchange)) throw error;
    return undefined;
  }
}

/** The calendar as somebody sees it. */
export const calendarOf = ({ calendar, as }: Subject, name: string): Calendar =>
  name === DEFAULT_IDENTITY ? calendar : as(name);

const unpublished = (status: string): boolean => status !== 'publish';

/** Statuses that keep a record from others, the first of them one that the target may not take: each takes its turn. */
export function hidingStatuses({ accepted }: Pick<World, 'accepted'>, turn: number): Arbitrary<readonly string[]> {
  const known = accepted.status.filter(unpublished);
  if (known.length === 0) throw new Inconclusive('no status other than that of published records is known');
  return inTurn([...new Set([...known, 'private', 'pending'])], turn).map((status) => [status, ...known]);
}
