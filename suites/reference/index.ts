import type { CalendarRequirement } from '../../adapter/subject.js';
import { collections } from '../../contract/resources.js';
import { limitsBodies, refusesFormats, rulesOfBodies, takesFormats } from './body-rules.js';
import { sortsRecords, sortsTerms, windowsByDefault } from './default-order.js';
import { keepsPreconditions, refusesCycles, unlinksByNull } from './guarded-updates.js';
import { linksEmptyLists, wrapsLists } from './list-envelope.js';
import { rulesOfQueries } from './query-rules.js';
import { embedsInOrder, showsFields } from './representation.js';
import { knowsNoOther, listsRoutes, refusesMisplaced, toleratesSlash } from './routes.js';

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
