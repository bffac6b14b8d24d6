import type { Fault } from '../../fault.js';
import { bodyForms } from './body-forms.js';
import { bystanders } from './bystanders.js';
import { outdatedCopies } from './copies.js';
import { crashes } from './crashes.js';
import { createResponses } from './create-answers.js';
import { cutSlugs } from './cut-slugs.js';
import { dangling } from './dangling.js';
import { embedded } from './embedded.js';
import { halfDoneUpdates } from './half-done-updates.js';
import { ignoredValues } from './ignored-values.js';
import { itemReads } from './item-reads.js';
import { lastingLinks } from './lasting-links.js';
import { leftBehind } from './left-behind.js';
import { lingering } from './lingering.js';
import { looseIds } from './loose-ids.js';
import { looseSlugs } from './loose-slugs.js';
import { misroutedUpdates } from './misrouted-updates.js';
import { movedEnds } from './moved-ends.js';
import { narrowRoutes } from './narrow-routes.js';
import { notStored } from './not-stored.js';
import { partialWrites } from './partial-writes.js';
import { passwords } from './passwords.js';
import { presenters } from './presenters.js';
import { protocol } from './protocol.js';
import { publications } from './publications.js';
import { reckoned } from './reckoned.js';
import { renewedByName } from './renewed-by-name.js';
import { storedTexts } from './stored-texts.js';
import { storedTimes } from './stored-times.js';
import { uncheckedTypes } from './unchecked-types.js';
import { unreadable } from './unreadable.js';
import { unsentFields } from './unsent-fields.js';

/** Faults in code that several kinds of record share: one validator, one column type, one route, one presenter. */
export const recordFaults: readonly Fault[] = [
  ...bodyForms,
  ...uncheckedTypes,
  ...unreadable,
  ...storedTexts,
  ...storedTimes,
  ...notStored,
  ...createResponses,
  ...partialWrites,
  ...presenters,
  ...itemReads,
  ...looseIds,
  ...looseSlugs,
  ...cutSlugs,
  ...narrowRoutes,
  ...misroutedUpdates,
  ...halfDoneUpdates,
  ...unsentFields,
  ...ignoredValues,
  ...lingering,
  ...bystanders,
  ...dangling,
  ...lastingLinks,
  ...leftBehind,
  ...embedded,
  ...outdatedCopies,
  movedEnds,
  renewedByName,
  ...reckoned,
  ...publications,
  ...passwords,
  ...protocol,
  ...crashes,
];
