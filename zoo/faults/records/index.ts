import type { Fault } from '../../fault.js';
import { bystanders } from './bystanders.js';
import { dangling } from './dangling.js';
import { embedded } from './embedded.js';
import { lingering } from './lingering.js';
import { looseIds } from './loose-ids.js';
import { looseSlugs } from './loose-slugs.js';
import { mishandledUpdates } from './mishandled-updates.js';
import { notStored } from './not-stored.js';
import { partialWrites } from './partial-writes.js';
import { passwords } from './passwords.js';
import { presenters } from './presenters.js';
import { protocol } from './protocol.js';
import { storedOtherwise } from './stored-otherwise.js';
import { uncheckedTypes } from './unchecked-types.js';
import { unreadable } from './unreadable.js';
import { unsentFields } from './unsent-fields.js';

/** Faults in code that several kinds of record share: one validator, one column type, one route, one presenter. */
export const recordFaults: readonly Fault[] = [
  ...uncheckedTypes,
  ...unreadable,
  ...storedOtherwise,
  ...notStored,
  ...partialWrites,
  ...presenters,
  ...looseIds,
  ...looseSlugs,
  ...mishandledUpdates,
  ...unsentFields,
  ...lingering,
  ...bystanders,
  ...dangling,
  ...embedded,
  ...passwords,
  ...protocol,
];
