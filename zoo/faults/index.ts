import type { Fault } from '../fault.js';
import { unlocked } from './unlocked.js';
import { languageLoss } from './language-loss.js';
import { httpRules } from './http-rules.js';
import { unsupportedReadings } from './unsupported-readings.js';
import { termFilters } from './term-filters.js';
import { sharedLists } from './shared-lists.js';
import { mistakenFilters } from './mistaken-filters.js';
import { lateLists } from './late-lists.js';
import { foundText } from './found-text.js';
import { addresses } from './addresses.js';
import { anyKind } from './any-kind.js';
import { algebraFaults } from './algebra.js';
import { headerFaults } from './answers.js';
import { blocks } from './blocks.js';
import { conditions } from './conditions.js';
import { connections } from './connections.js';
import { creates } from './creates.js';
import { dateBounds } from './date-bounds.js';
import { deletes } from './deletes.js';
import { existingData } from './existing-data.js';
import { filteredTotals } from './filtered-totals.js';
import { forgetfulPages } from './forgetful-pages.js';
import { handling } from './handling.js';
import { identityFaults } from './identities/index.js';
import { ignoredParameters } from './ignored-parameters.js';
import { languageLinks } from './language-links.js';
import { languageFaults } from './languages.js';
import { links } from './links.js';
import { lifecycleFaults } from './lifecycle.js';
import { lostFields } from './lost-fields.js';
import { sharedSlugs } from './moved-slugs.js';
import { narrowedFilters } from './narrowed-filters.js';
import { order } from './order.js';
import { pageLinks } from './page-links.js';
import { paging } from './paging.js';
import { partialTags } from './partial-tags.js';
import { raceFaults } from './races.js';
import { recordFaults } from './records/index.js';
import { recount } from './recount.js';
import { searchFaults } from './search.js';
import { service } from './service.js';
import { shownApart } from './shown-apart.js';
import { sideEffects } from './side-effects.js';
import { staleness } from './staleness.js';
import { unindexed } from './unindexed.js';
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
  ...unindexed,
  ...lifecycleFaults,
  ...ignoredParameters,
  ...narrowedFilters,
  ...searchFaults,
  ...dateBounds,
  ...paging,
  ...totals,
  ...filteredTotals,
  ...sharedSlugs,
  ...order,
  ...algebraFaults,
  ...links,
  ...recount,
  ...headerFaults,
  ...conditions,
  ...partialTags,
  ...handling,
  ...connections,
  ...raceFaults,
  ...unsupportedReadings,
  ...termFilters,
  ...sharedLists,
  ...pageLinks,
  ...forgetfulPages,
  ...mistakenFilters,
  ...lateLists,
  ...anyKind,
  ...blocks,
  ...foundText,
  ...httpRules,
  ...languageLoss,
  ...unlocked,
  ...identityFaults,
  ...existingData,
];
