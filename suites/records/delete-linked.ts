import fc from 'fast-check';
import { type Calendar, createdId, type Made, toWireId } from '../../adapter/calendar/calendar.js';
import { idsIn } from '../../adapter/reading/agreement.js';
import { byId, bySlug } from '../../adapter/reading/paths.js';
import { hasTrashStatus } from '../../adapter/reading/record-status.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import { listClauseId } from '../../contract/clauses/resource-clauses.js';
import type { UpdateVerb } from '../../contract/operations.js';
import { eventRelations, type Relation, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { Deviation, DoesNotApply } from '../../kernel/deviation.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isGranted, isRefused, NOT_FOUND, statusOf } from '../../wire/status.js';
import { expectField, expectFields, expectFound } from '../expect/expect-shown.js';
import { itemsIfListed } from '../expect/find-listed.js';
import { addressingsOn, slugOf } from '../expect/record-address.js';
import { listAround } from '../queries/base-query.js';

/** The status of what never was. */
const NOT_THERE = 404;

/** Whether a DELETE was refused because the record is still linked: what a DELETE does is open (gap.delete). */
const isRefusedInUse = (removal: Exchange): boolean => isRefused(removal) && !NOT_FOUND.includes(statusOf(removal));

/** Expects a record to be unchanged after a refused DELETE. */
async function expectKept(calendar: Calendar, { collection, id, body }: Made): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id }));
  expectFields(calendar, body, { shown, where: `${collection}/${id} after its DELETE was refused`, exchange });
}

interface Linked {
  readonly relation: Relation;
  /** What the event is linked to, besides others. */
  readonly linked: Made;
  /** Another one that is deleted by its slug, where it has one. */
  readonly twin?: Made;
  readonly event: Made;
}

interface Unlinked extends Linked {
  /** The DELETE of what the event was linked to. */
  readonly removal: Exchange;
}

/** Expects the event to be there, linked to just these. */
async function expectLinked(calendar: Calendar, { relation, event }: Linked, ids: readonly string[]): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, 'events', byId(event));
  expectField({ calendar, shown, field: relation, sent: ids, where: 'the event', exchange });
}

/** Expects the link to stay whole where the DELETE was refused. */
async function expectStillLinked(calendar: Calendar, link: Linked): Promise<void> {
  await expectKept(calendar, link.linked);
  await expectLinked(calendar, link, idsIn(link.event.body[link.relation]));
}

/** Deletes the other record by its slug; what stays, as that is not granted, stays linked. */
async function removeTwin(calendar: Calendar, { twin, ...link }: Linked): Promise<Linked> {
  if (!twin) return link;
  const removal = await calendar.remove(twin.collection, bySlug(await slugOf(calendar, twin)));
  return isGranted(removal) ? { ...link, twin } : link;
}

const hasTrash = ({ profile }: Calendar): boolean => profile.choices['delete.effect'] === 'trashed';

/** Whether what was deleted is in a trash, where it can still be read: whether a body may name it there is open. */
const isReadInTrash = async (calendar: Calendar, { collection, id }: Made): Promise<boolean> =>
  hasTrash(calendar) && isGranted(await calendar.read(collection, byId({ id })));

/** Whether it is, and the event is still linked to it. */
async function isKeptInTrash(calendar: Calendar, { relation, linked, event }: Linked): Promise<boolean> {
  if (!hasTrash(calendar)) return false;
  const { exchange: _, ...shown } = await expectFound(calendar, 'events', byId(event));
  const isLinked = idsIn(calendar.lens.field(shown, relation)).includes(linked.id);
  return isLinked && (await isReadInTrash(calendar, linked));
}

/** Expects the event to have lost just these links; what is in a trash may keep them for its return, and be filtered by. */
async function expectUnlinked(subject: Subject, link: Unlinked): Promise<void> {
  const { linked, twin, event, relation } = link;
  const others = idsIn(event.body[relation]).filter((other) => other !== linked.id && other !== twin?.id);
  await expectLinked(subject.calendar, link, others);
  if (!hasTrash(subject.calendar)) await expectUnselected(subject, link);
}

/** Whether the response to a DELETE shows the status of a trash. */
function isPutInTrash({ lens }: Calendar, { linked: { collection }, removal }: Unlinked): boolean {
  const answer = lens.recordIfAny(collection, removal);
  return answer !== undefined && hasTrashStatus(answer.json);
}

/**
 * Whether the target distinguishes what it deleted from what never was, in its response to the DELETE or later: then it still
 * has something of it, as in a trash that nobody can read, may filter by that, and take it in bodies.
 */
const isRemembered = async (calendar: Calendar, link: Unlinked): Promise<boolean> =>
  isPutInTrash(calendar, link) ||
  statusOf(await calendar.read(link.linked.collection, byId(link.linked))) !== NOT_THERE;

/** Takes a deviation for none where the target remembers what it deleted. */
async function unlessRemembered(calendar: Calendar, link: Unlinked, expecting: () => Promise<void>): Promise<void> {
  try {
    await expecting();
  } catch (found) {
    if (!(found instanceof Deviation) || !(await isRemembered(calendar, link))) throw found;
  }
}

/** Expects the events of what was deleted to lack one. */
const expectUnselected = (subject: Subject, link: Unlinked): Promise<void> =>
  unlessRemembered(subject.calendar, link, () =>
    expectNotListed(subject, link, [link.linked.id], `the deleted ${link.relation}`),
  );

/** Expects a filter by these ids to leave the event out. That a list by what is not there is refused is fine. */
async function expectNotListed(
  { calendar, world }: Subject,
  { relation, event }: Linked,
  ids: readonly string[],
  what: string,
): Promise<void> {
  const query = { ...listAround(world, 'events', event.body), [relation]: ids };
  const exchange = await calendar.list('events', query);
  const isListed = itemsIfListed(calendar, 'events', exchange).some(({ id }) => id === event.id);
  const expected = `no event ${event.id} in the list filtered by ${what} ${ids.join(', ')}`;
  const sign = { records: [event.id], listed: true };
  expectThat(!isListed, { kind: 'selection', expected, observed: 'a list that contains it', exchange, sign });
}

/** Of a category they may be parents, and events of a parent are those of its children too. */
const judgedByParts: readonly Relation[] = ['venue', 'organizer', 'tags'];

/** Expects an id to be compared as a whole: records of the run have ids long enough to have parts, those of the world may not. */
async function expectWholeIds(subject: Subject, link: Linked): Promise<void> {
  const { relation, linked, event } = link;
  const parts = [linked.id.slice(1), linked.id.slice(0, -1)];
  const others = parts.filter((id) => /^[1-9]\d*$/.test(id) && !idsIn(event.body[relation]).includes(id));
  if (!judgedByParts.includes(relation) || others.length === 0) return;
  await expectNotListed(subject, link, others, `parts of the ${relation} ${linked.id}:`);
}

/** Expects neither an update of the event nor a new event to be linked to what was deleted: refused, or without it. */
async function expectUnlinkable(
  calendar: Calendar,
  { relation, linked, event }: Linked,
  draft: Payload,
): Promise<void> {
  const named = { [relation]: [toWireId(linked.id)] };
  await calendar.update('events', byId(event), again[relation], named);
  await expectNotLinked(calendar, event.id, { relation, linked });
  const { exchange } = await calendar.create('events', { ...draft, ...named });
  const other = createdId(calendar.lens, 'events', exchange);
  if (other !== undefined) await expectNotLinked(calendar, other, { relation, linked });
}

async function expectNotLinked(
  calendar: Calendar,
  id: string,
  { relation, linked }: Pick<Linked, 'relation' | 'linked'>,
): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, 'events', byId({ id }));
  const isLinked = idsIn(calendar.lens.field(shown, relation)).includes(linked.id);
  const expected = `no event to be linked to the deleted ${linked.collection}/${linked.id} by a body that names it`;
  expectThat(!isLinked, { kind: 'state', expected, observed: `events/${id} linked to it`, exchange });
}

/** Each method is taken for one relation at least: what a body may name is checked by code of its own. */
const again: Readonly<Record<Relation, UpdateVerb>> = {
  venue: 'PATCH',
  organizer: 'PUT',
  categories: 'POST',
  tags: 'PATCH',
};

/** The event is read before a record of these is deleted: a cache of events may not hear of that. */
const readBefore: readonly Relation[] = ['venue', 'tags'];

/** Records of this relation are linked to an earlier event, too: a service may handle only the first. */
const AMONG_SEVERAL: Relation = 'tags';

/** An event outlives what it is linked to, and loses just that link; or what it is linked to may not be deleted. */
export const unlinksDeleted = (relation: Relation): CalendarRequirement => {
  const collection = eventRelations[relation];
  const { singular } = resources[collection];
  const isByParts = judgedByParts.includes(relation);
  const listed = isByParts
    ? `Parts of the id of a linked ${singular} list no event of it; its DELETE`
    : `Deleting a linked ${singular}`;
  return requirement({
    id: `${collection}.delete.linked-events`,
    level: 'MUST',
    clause: 'coherence.relations',
    alsoCovers: ['coherence.other-records', ...(isByParts ? [listClauseId('events', relation)] : [])],
    operations: [`${collection}.delete`],
    profile: 'coherence',
    needs: ['events.create', 'events.read', 'events.list', `${collection}.create`, `${collection}.delete`],
    effects: 'writes',
    statement: `${listed} removes just that link and no body links it again, unless it is refused.`,
    cost:
      (relation === AMONG_SEVERAL ? 11 : 10) +
      (isByParts ? 1 : 0) +
      (resourceOf(collection).bySlug ? 2 : 0) +
      (readBefore.includes(relation) ? 1 : 0),
    given: (world) =>
      fc.record({
        linked: payload(resourceOf(collection), world, { only: [] }),
        event: payload(resourceOf('events'), world, { only: [relation] }),
      }),
    async arrange({ calendar, world }, drawn) {
      const isOne = world.mostOf('events', relation) < 2;
      const linked = await calendar.make(collection, drawn.linked);
      const isTwin = !isOne && addressingsOn(calendar.profile, collection).includes('slug');
      const twin = isTwin && (await calendar.make(collection, drawn.linked));
      const others = isOne ? [] : [drawn.event[relation] ?? []].flat();
      const links = [...others, ...[linked, ...(twin ? [twin] : [])].map(({ id }) => toWireId(id))];
      if (relation === AMONG_SEVERAL) await calendar.make('events', { ...drawn.event, [relation]: links });
      const event = await calendar.make('events', { ...drawn.event, [relation]: links });
      return { relation, linked, event, ...(twin && { twin }) };
    },
    async check(subject, drawn, link) {
      const { calendar } = subject;
      await expectWholeIds(subject, link);
      if (readBefore.includes(relation)) await expectLinked(calendar, link, idsIn(link.event.body[relation]));
      const removal = await calendar.remove(collection, byId(link.linked));
      if (isRefusedInUse(removal)) return expectStillLinked(calendar, link);
      expectSuccess(removal, `a DELETE of a linked ${singular}`);
      const left = { ...(await removeTwin(calendar, link)), removal };
      if (await isKeptInTrash(calendar, left)) throw new DoesNotApply('what is in the trash stays there, and linked');
      await expectUnlinked(subject, left);
      if (await isReadInTrash(calendar, link.linked)) return;
      await unlessRemembered(calendar, left, () => expectUnlinkable(calendar, link, drawn.event));
    },
  });
};

/**
 * The child of a deleted category moves to the top or to its grandparent (reading `category.delete.children`); or a
 * category that has a child may not be deleted.
 */
export const keepsChildren: CalendarRequirement = requirement({
  id: 'categories.delete.children',
  level: 'MUST',
  clause: 'coherence.other-records',
  alsoCovers: ['category.delete', 'coherence.relations'],
  operations: ['categories.delete'],
  profile: 'coherence',
  needs: ['categories.create', 'categories.read', 'categories.delete'],
  effects: 'writes',
  statement:
    'Deleting a category moves its child to the top level or to the grandparent and changes nothing else of it.',
  cost: 6,
  given: (world) => {
    const category = payload(resourceOf('categories'), world, { only: [] });
    return fc.tuple(category, category, category);
  },
  async arrange({ calendar }, [eldest, middle, youngest]) {
    const grandparent = await calendar.make('categories', eldest);
    const parent = await calendar.make('categories', { ...middle, parent: toWireId(grandparent.id) });
    const child = await calendar.make('categories', { ...youngest, parent: toWireId(parent.id) });
    return { grandparent, parent, child };
  },
  async check({ calendar }, _, family) {
    const removal = await calendar.remove('categories', byId(family.parent));
    if (isRefusedInUse(removal)) return expectSameFamily(calendar, family);
    expectSuccess(removal, 'a DELETE of a parent');
    await expectMovedUp(calendar, family);
  },
});

interface Family {
  readonly grandparent: Made;
  readonly parent: Made;
  readonly child: Made;
}

async function expectMovedUp(calendar: Calendar, { grandparent, child }: Family): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, 'categories', byId(child));
  const above = idsIn(calendar.lens.field(shown, 'parent'));
  expectThat(above.length === 0 || (above.length === 1 && above[0] === grandparent.id), {
    kind: 'state',
    expected: `the child of a deleted category at the top level or below ${grandparent.id}`,
    observed: `the child below ${above.join(', ')}`,
    exchange,
  });
  const { parent: _former, ...kept } = child.body;
  expectFields(calendar, kept, { shown, where: 'the child of a deleted category', exchange });
}

/** Expects all to be as they were where the DELETE was refused. */
async function expectSameFamily(calendar: Calendar, { parent, child }: Family): Promise<void> {
  await expectKept(calendar, parent);
  await expectKept(calendar, child);
}
