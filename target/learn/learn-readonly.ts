import type { ReadingId } from '../../contract/readings.js';
import type { TargetProfile } from '../profile.js';
import type { Calendar } from '../calendar.js';
import { byId } from '../paths.js';
import { calendarFor, type TargetContext } from '../setting.js';
import type { Built } from '../world/build.js';
import type { ProvisionedRecord } from '../world/provisioned-records.js';
import type { Sample } from '../world/sample.js';
import { askLargePages } from './ask-defaults.js';
import { learnHabits } from './habits.js';
import { lacking } from './lacking.js';
import type { Learning } from './learn.js';
import { learnLifted } from './lifted.js';
import { namedRelations } from './named-relations.js';
import { findSegments, calendarsBySegmentPosition } from './segment-place.js';
import { learnShapes } from './shapes.js';
import { type ObservedList, type ObservedRecord, toObservedRecords } from './sighting.js';

/** What was found on a target, and what it refused to have made. */
export interface FoundWorld {
  readonly sample: Sample;
  /** What a world file says of the target. */
  readonly provisioned: readonly ProvisionedRecord[];
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly refused: readonly Built[];
}

/** Learns what reads alone tell: shapes by their names, capabilities; readings stay undecided. */
export async function learnReadonly(
  setting: TargetContext,
  blank: TargetProfile,
  { sample, provisioned, refused, today }: FoundWorld,
): Promise<Omit<Learning, 'observed'>> {
  const items = await observeFirsts(calendarFor(setting, blank, setting.scope), sample);
  const shaped: TargetProfile = {
    ...blank,
    shapes: learnShapes({ items, lists: observeSamples(sample, provisioned) }),
  };
  const calendar = calendarFor(setting, shaped, setting.scope);
  const segmented = await findSegments(calendarsBySegmentPosition(setting, shaped));
  const habits = await learnHabits(calendar, []);
  const starts = [...sample.records.map(({ draft }) => draft), ...provisioned].flatMap(
    ({ payload: { start_date: start } }) => (typeof start === 'string' ? [start] : []),
  );
  const lifted = await learnLifted(calendar, { today, starts });
  const evidence = new Map(lifted ? [['list.default-window.lifted', lifted] as const] : []);
  const sampled = sample.records.flatMap(({ draft, json }) => (draft.ref.ref === 'events' ? [json] : []));
  const named = namedRelations(sampled, shaped.shapes);
  const learned = {
    accepted: blank.accepted,
    segments: segmented !== undefined,
    habits,
    named,
    built: refused,
    shapes: shaped.shapes,
  };
  await Promise.all([askLargePages(calendar), calendar.list('venues', {}), ...askForNobody(calendar)]);
  const { choices } = segmented?.profile ?? shaped;
  const profile = { ...shaped, evidence, choices, lacks: lacking(setting.options, learned) };
  const place = segmented && choices['language.segment-place'];
  const readings: readonly (readonly [ReadingId, string | undefined])[] = [
    ...(lifted ? [['list.default-window.lifted', lifted.follows] as const] : []),
    ...(place ? [['language.segment-place', place] as const] : []),
  ];
  return { profile, readings: new Map(readings) };
}

/** Reads two records that nobody has: how refusals are told, a service that grants everything else does not show. */
const askForNobody = (calendar: Calendar): readonly Promise<unknown>[] =>
  (['events', 'tags'] as const).map((collection) => calendar.read(collection, byId({ id: '0' })));

/** Reads one record of each kind: where single records stand, lists do not tell. */
async function observeFirsts(calendar: Calendar, { records }: Sample): Promise<readonly ObservedRecord[]> {
  const firsts = new Map(records.toReversed().map((one) => [one.draft.ref.ref, one]));
  const sightings = await Promise.all(
    [...firsts].map(async ([collection, { id }]) =>
      toObservedRecords(collection, {}, await calendar.read(collection, byId({ id }))),
    ),
  );
  return sightings.flat();
}

/** The pages that were sampled, with the ids in them: what was sent is not known, unless a world file tells. */
const observeSamples = ({ records, pages }: Sample, known: readonly ProvisionedRecord[]): readonly ObservedList[] =>
  pages.map((page) => {
    const told = known.filter(({ ref }) => ref.ref === page.collection);
    const bodies = new Map(told.map(({ id, body }) => [id, body]));
    const own = records.filter((one) => one.page === page);
    return { ...page, sent: new Map(own.map(({ id }) => [id, bodies.get(id) ?? {}])) };
  });
