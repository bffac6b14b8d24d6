import { requirements } from '../suites/index.js';
import { CUSTOM, type CalendarRequirement } from '../target/subject.js';
import { wrongUse } from './command-error.js';
import { type Selection, select } from './selection.js';

/** Keeps what is asked for of our requirements and of those that others wrote, which belong to every profile. */
export function selectRequirements(
  { profiles, ...selection }: Selection,
  suite: readonly CalendarRequirement[] = [],
): readonly CalendarRequirement[] {
  const all = [...requirements, ...suite];
  refuseNamesakes(all);
  return select(all, { ...selection, profiles: [...profiles, CUSTOM] });
}

function refuseNamesakes(all: readonly CalendarRequirement[]): void {
  const ids = new Set<string>();
  for (const { id } of all) {
    if (ids.has(id))
      throw wrongUse(`Two requirements are called ${id}; give yours an id of its own, such as own.${id}.`);
    ids.add(id);
  }
}
