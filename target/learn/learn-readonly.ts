import type { TargetProfile } from '../profile.js';
import { calendarFor, type Setting } from '../setting.js';
import type { Built } from '../world/build.js';
import type { Sample } from '../world/sample.js';
import { learnHabits } from './habits.js';
import { lacking } from './lacking.js';
import { findSegments, placedCalendars } from './segment-place.js';
import { learnShapes } from './shapes.js';
import type { ListSighting } from './sighting.js';

/** What was found on a target, and what it refused to have made. */
export interface Takings {
  readonly sample: Sample;
  readonly refused: readonly Built[];
}

/** Learns what reads alone tell: shapes by their names, capabilities; readings stay undecided. */
export async function learnReadonly(
  setting: Setting,
  blank: TargetProfile,
  { sample, refused }: Takings,
): Promise<TargetProfile> {
  const shaped: TargetProfile = { ...blank, shapes: learnShapes({ items: [], lists: sightSamples(sample) }) };
  const calendar = calendarFor(setting, shaped, setting.scope);
  const segmented = await findSegments(placedCalendars(setting, shaped));
  const habits = await learnHabits(calendar, []);
  const learned = { accepted: blank.accepted, segments: segmented !== undefined, habits, built: refused };
  return { ...shaped, choices: (segmented?.profile ?? shaped).choices, lacks: lacking(setting.options, learned) };
}

/** The pages that were sampled, with the ids in them: what was sent is not known. */
const sightSamples = ({ records, pages }: Sample): readonly ListSighting[] =>
  pages.map((page) => ({
    ...page,
    sent: new Map(records.filter((one) => one.page === page).map(({ id }) => [id, {}])),
  }));
