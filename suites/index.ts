import type { CalendarRequirement } from '../adapter/subject.js';
import { algebraRequirements } from './algebra/index.js';
import { coherenceRequirements } from './coherence/index.js';
import { concurrencyRequirements } from './concurrency/index.js';
import { httpRequirements } from './http/index.js';
import { identitiesRequirements } from './identities/index.js';
import { languageRequirements } from './language/index.js';
import { lifecycleRequirements } from './lifecycle/index.js';
import { listsRequirements } from './lists/index.js';
import { monitoringRequirements } from './monitors/index.js';
import { quick } from './quick.js';
import { recordsRequirements } from './records/index.js';
import { referenceRequirements } from './reference/index.js';
import { serviceRequirements } from './service/index.js';
import { timeRequirements } from './time/index.js';

const all: readonly CalendarRequirement[] = [
  ...serviceRequirements,
  ...languageRequirements,
  ...recordsRequirements,
  ...listsRequirements,
  ...algebraRequirements,
  ...timeRequirements,
  ...coherenceRequirements,
  ...lifecycleRequirements,
  ...httpRequirements,
  ...concurrencyRequirements,
  ...identitiesRequirements,
  ...referenceRequirements,
  ...monitoringRequirements,
];

const atQuick = new Set(quick);

/** Every requirement, in the order of the catalogue. */
export const requirements: readonly CalendarRequirement[] = all.map((requirement) =>
  requirement.monitors || atQuick.has(requirement.id) ? requirement : { ...requirement, thorough: true },
);
