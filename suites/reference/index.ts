import { collections } from '../../contract/resources.js';
import type { CalendarRequirement } from '../../target/subject.js';
import { rulesOfBodies } from './bodies.js';
import { refusesFormats, takesFormats } from './formats.js';
import { limitsBodies } from './limits.js';
import { linksEmptyLists, wrapsLists } from './lists.js';
import { sortsRecords, sortsTerms } from './order.js';
import { keepsPreconditions } from './preconditions.js';
import { rulesOfQueries } from './queries.js';
import { embedsInOrder, showsFields } from './representation.js';
import { knowsNoOther, listsRoutes, refusesMisplaced, toleratesSlash } from './routes.js';
import { refusesCycles, unlinksByNull } from './updates.js';
import { windowsByDefault } from './window.js';

/** What the reference server alone promises: its decisions where the interface is silent (contract/gaps). */
export const referenceRequirements: readonly CalendarRequirement[] = [
  listsRoutes,
  knowsNoOther,
  toleratesSlash,
  refusesMisplaced,
  ...rulesOfQueries,
  ...collections.map(wrapsLists),
  linksEmptyLists,
  sortsRecords,
  sortsTerms,
  ...collections.map(showsFields),
  embedsInOrder,
  ...rulesOfBodies,
  refusesFormats,
  takesFormats,
  keepsPreconditions,
  limitsBodies,
  refusesCycles,
  unlinksByNull,
  windowsByDefault,
];
