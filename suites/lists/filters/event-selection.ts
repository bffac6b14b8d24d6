import fc, { type Arbitrary } from 'fast-check';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import type { World } from '../../../adapter/world/world.js';
import { eventRelations, type Relation, relations } from '../../../contract/resources.js';
import type { Ref } from '../../../generators/wire-value.js';
import { linksOf, sameRef } from '../../model/judgement.js';
import { isPlain } from '../../queries/base-query.js';
import { selectsBy, selectsByFlag } from './filter-rule.js';
import { selectsByMadeStatus } from './made-statuses.js';
import { takesSlugs } from './reference-values.js';

const selectsFeatured: CalendarRequirement = selectsByFlag({
  collection: 'events',
  parameter: 'featured',
  statement: 'featured=true returns exactly the featured events, and featured=false those that are not featured.',
});

/** `status` of events, by the statuses that the target itself shows. */
const selectsByStatus: CalendarRequirement = selectsBy({
  collection: 'events',
  parameter: 'status',
  statement: 'Filtering by status returns exactly the events of that status.',
  runs: 2,
  needs: ['accepted.status'],
});

const isAmong = (refs: readonly Ref[], one: Ref | undefined): boolean =>
  one !== undefined && refs.some((ref) => sameRef(ref, one));

/**
 * Whether two ids show the usual mistakes: some event has one of them, but not in the first place; and some event has
 * only the second of them.
 */
function isSharp(wanted: readonly Ref[], links: readonly (readonly Ref[])[]): boolean {
  const [first, ...others] = wanted;
  const isLater = links.some(([head, ...tail]) => !isAmong(wanted, head) && tail.some((link) => isAmong(wanted, link)));
  const isSecond = links.some((all) => !isAmong(all, first) && others.some((other) => isAmong(all, other)));
  return isLater && isSecond;
}

/** More than a page by default: a filter that asks for events like any client loses some. */
const MANY = 10;

/** Related records by twos that are sharp, one of them of many events; then any sharp two, then any two, then one. */
function relatedRecords(world: World, relation: Relation): readonly Arbitrary<readonly Ref[]>[] {
  const links = world
    .of('events')
    .filter(isPlain(world))
    .map((event) => linksOf(event, relation) ?? []);
  const refs = world.refs(eventRelations[relation]).filter((ref) => links.some((all) => isAmong(all, ref)));
  const pairs = refs.flatMap((one) => refs.filter((other) => other !== one).map((other) => [one, other]));
  const isBusy = (ref: Ref | undefined): boolean => links.filter((all) => isAmong(all, ref)).length > MANY;
  const sharp = pairs.filter((pair) => isSharp(pair, links));
  const sources = [sharp.filter((pair) => pair.some(isBusy)), sharp, pairs, refs.map((one) => [one])];
  return sources.filter((source) => source.length > 0).map((source) => fc.constantFrom(...source));
}

/** A relation filter: in whatever position the relation stands, and by any of the ids given. */
const selectsByRelation = (relation: Relation): CalendarRequirement =>
  selectsBy({
    collection: 'events',
    parameter: relation,
    statement: `Filtering by ${relation} returns exactly the events assigned to any of the given ${eventRelations[relation]}.`,
    runs: 6,
    values: (world) => relatedRecords(world, relation),
  });

/** What the parameters of the event list select that name no dates and no events. */
export const eventRules: readonly CalendarRequirement[] = [
  ...relations.map(selectsByRelation),
  ...(['categories', 'tags'] as const).map(takesSlugs),
  selectsFeatured,
  selectsByStatus,
  selectsByMadeStatus('events'),
];
