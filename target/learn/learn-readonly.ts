import type { TargetProfile } from '../profile.js';
import { calendarFor, type Setting } from '../setting.js';
import type { Built } from '../world/build.js';
import type { Known } from '../world/provisioned-records.js';
import type { Sample } from '../world/sample.js';
import { learnHabits } from './habits.js';
import { lacking } from './lacking.js';
import { learnLifted } from './lifted.js';
import { findSegments, placedCalendars } from './segment-place.js';
import { learnShapes } from './shapes.js';
import type { ListSighting } from './sighting.js';

/** What was found on a target, and what it refused to have made. */
export interface Takings {
  readonly sample: Sample;
  /** What a world file says of the target. */
  readonly known: readonly Known[];
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly refused: readonly Built[];
}

/** Learns what reads alone tell: shapes by their names, capabilities; readings stay undecided. */
export async function learnReadonly(
  setting: Setting,
  blank: TargetProfile,
  { sample, known, refused, today }: Takings,
): Promise<TargetProfile> {
  const shaped: TargetProfile = { ...blank, shapes: learnShapes({ items: [], lists: sightSamples(sample, known) }) };
  const calendar = calendarFor(setting, shaped, setting.scope);
  const segmented = await findSegments(placedCalendars(setting, shaped));
  const habits = await learnHabits(calendar, []);
  const starts = [...sample.records.map(({ draft }) => draft), ...known].flatMap(
    ({ payload: { start_date: start } }) => (typeof start === 'string' ? [start] : []),
  );
  const lifted = await learnLifted(calendar, { today, starts });
  const evidence = new Map(lifted ? [['list.default-window.lifted', lifted] as const] : []);
  const learned = { accepted: blank.accepted, segments: segmented !== undefined, habits, built: refused };
  return {
    ...shaped,
    evidence,
    choices: (segmented?.profile ?? shaped).choices,
    lacks: lacking(setting.options, learned),
  };
}

/** The pages that were sampled, with the ids in them: what was sent is not known, unless a world file tells. */
const sightSamples = ({ records, pages }: Sample, known: readonly Known[]): readonly ListSighting[] =>
  pages.map((page) => {
    const told = known.filter(({ ref }) => ref.ref === page.collection);
    const bodies = new Map(told.map(({ id, body }) => [id, body]));
    const own = records.filter((one) => one.page === page);
    return { ...page, sent: new Map(own.map(({ id }) => [id, bodies.get(id) ?? {}])) };
  });
