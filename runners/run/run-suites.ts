import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CalendarRequirement, CUSTOM } from '../../adapter/subject.js';
import { requirements } from '../../suites/index.js';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { readTextFile, toReason } from '../input/json-file.js';
import { select, type Selection } from './selection.js';

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

/** Loads the requirements that modules of others export, one by one or in arrays. Throws a wrong use where it cannot. */
export async function readSuites(
  paths: readonly string[],
  environment: Environment,
): Promise<readonly CalendarRequirement[]> {
  const suites = await Promise.all(paths.map((path) => readSuite(path, environment)));
  return suites.flat();
}

async function readSuite(path: string, environment: Environment): Promise<readonly CalendarRequirement[]> {
  const found = Object.values(await load(path, environment)).flat();
  const requirements = found.filter(isRequirement);
  if (requirements.length > 0) return requirements;
  throw wrongUse(`${path} exports no requirement; create one with customRequirement of calproof/suite, and export it.`);
}

async function load(path: string, environment: Environment): Promise<Readonly<Record<string, unknown>>> {
  // A module that is missing is reported as a file, one that imports what is missing as a suite.
  await readTextFile(path, environment);
  try {
    const loaded: Readonly<Record<string, unknown>> = await import(
      pathToFileURL(resolve(environment.folder, path)).href
    );
    return loaded;
  } catch (error) {
    throw wrongUse(`The suite ${path} cannot be loaded: ${toReason(error)}.`);
  }
}

/** What `customRequirement` gives: nothing else has its functions and its profile. */
const isRequirement = (value: unknown): value is CalendarRequirement =>
  typeof value === 'object' &&
  value !== null &&
  'profile' in value &&
  value.profile === CUSTOM &&
  'scenarios' in value &&
  typeof value.scenarios === 'function';
