import type { Fault } from '../fault.js';
import { addresses } from './addresses.js';
import { answers } from './answers.js';
import { conditions } from './conditions.js';
import { connections } from './connections.js';
import { creates } from './creates.js';
import { dateBounds } from './date-bounds.js';
import { deletes } from './deletes.js';
import { handling } from './handling.js';
import { ignoredParameters } from './ignored-parameters.js';
import { languageLinks } from './language-links.js';
import { languageFaults } from './languages.js';
import { links } from './links.js';
import { lostFields } from './lost-fields.js';
import { narrowedFilters } from './narrowed-filters.js';
import { order } from './order.js';
import { paging } from './paging.js';
import { races } from './races.js';
import { recordFaults } from './records/index.js';
import { searchFaults } from './search.js';
import { service } from './service.js';
import { shownApart } from './shown-apart.js';
import { sideEffects } from './side-effects.js';
import { staleness } from './staleness.js';
import { timeFaults } from './time.js';
import { totals } from './totals.js';
import { updates } from './updates.js';

/** Every fault of the zoo: each must be caught by a requirement about its clause or a neighbour. */
export const faults: readonly Fault[] = [
  ...service,
  ...languageFaults,
  ...languageLinks,
  ...addresses,
  ...creates,
  ...lostFields,
  ...timeFaults,
  ...shownApart,
  ...updates,
  ...recordFaults,
  ...deletes,
  ...sideEffects,
  ...staleness,
  ...ignoredParameters,
  ...narrowedFilters,
  ...searchFaults,
  ...dateBounds,
  ...paging,
  ...totals,
  ...order,
  ...links,
  ...answers,
  ...conditions,
  ...handling,
  ...connections,
  ...races,
];
