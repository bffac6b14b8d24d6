import type { Fault } from '../fault.js';
import { keptLogins } from './access/kept-logins.js';
import { leaksOfItems } from './access/item-leaks.js';
import { leaksOfLists } from './access/list-leaks.js';
import { loneRights } from './access/lone-rights.js';
import { passwords, unlocked } from './access/password-faults.js';
import { identityWrites, otherRecords } from './access/unauthorized-writes.js';
import { weakerService } from './access/weaker-service.js';
import { addresses, itemReads, looseIds } from './addresses/item-addresses.js';
import { slugsAcrossKinds } from './addresses/slugs-across-kinds.js';
import { formerSlugs, movedSlugs, sharedSlugs } from './addresses/moved-slugs.js';
import { cutSlugs } from './addresses/made-slugs.js';
import { looseSlugs, narrowRoutes } from './addresses/slug-addresses.js';
import { changedElsewhere } from './fields/changed-elsewhere.js';
import { bodyForms, uncheckedTypes } from './fields/body-validation.js';
import { timeFaults } from './fields/clock-faults.js';
import { movedEnds, publications, reckoned } from './fields/derived-fields.js';
import { mistakenTypes } from './fields/mistaken-types.js';
import { lostFields, notStored } from './fields/lost-fields.js';
import { relationForms } from './fields/relation-forms.js';
import { refusedSafeValues, unnamedZeros } from './fields/refused-safe-values.js';
import { presenters, shownApart } from './fields/shown-fields.js';
import { storedTexts, storedTimes } from './fields/stored-values.js';
import { dateBounds, dayEdges, dayFilters } from './filters/date-bound-faults.js';
import { existingData } from './filters/existing-data.js';
import { droppedFilters } from './filters/dropped-filters.js';
import { joinedFilters, listQueries } from './filters/filter-combinations.js';
import { fewLinks, firstSources } from './filters/first-sources.js';
import { anyKind, narrowedFilters, termFilters } from './filters/filter-scope.js';
import { boundFaults, openIntervals } from './filters/bound-faults.js';
import { displacedBounds } from './filters/displaced-bounds.js';
import { besideOthers, ignoredParameters } from './filters/ignored-parameters.js';
import { mistakenFilters } from './filters/mistaken-filters.js';
import { missingRecords } from './filters/missing-records.js';
import { foundText, searchFaults } from './filters/search-faults.js';
import { statusFaults } from './filters/status-faults.js';
import { textFaults } from './filters/text-faults.js';
import { unsupportedReadings } from './filters/unsupported-readings.js';
import { filterValues } from './filters/value-faults.js';
import { connections, crashes } from './http/broken-responses.js';
import { conditions, partialTags } from './http/conditional-requests.js';
import { headerFaults } from './http/header-faults.js';
import { httpRules } from './http/http-rules.js';
import { overriddenMethods } from './http/method-overrides.js';
import { overlookedErrors } from './http/overlooked-errors.js';
import { handling, protocol } from './http/request-handling.js';
import { overflows } from './http/overflows.js';
import { service } from './http/service-documents.js';
import { languageLinks } from './languages/links-without-language.js';
import { languageLoss } from './languages/language-loss.js';
import { lostTranslations } from './languages/lost-translations.js';
import { languageFaults } from './languages/language-selection.js';
import { dangling, lastingLinks } from './links/dangling-links.js';
import { linkIndexes } from './links/link-indexes.js';
import { leftBehind, returningLinks } from './links/link-remnants.js';
import { stickyLinks, stickyTerms } from './links/sticky-links.js';
import { contradictingPages } from './pages/contradicting-pages.js';
import { order } from './pages/order-faults.js';
import { forgetfulPages, links, pageLinks } from './pages/page-link-faults.js';
import { lossyLinks } from './pages/lossy-links.js';
import { filteredTotals, recount, totals } from './pages/page-totals.js';
import { paging, sharedLists } from './pages/paging-faults.js';
import { sharedPaging } from './pages/shared-paging.js';
import { unstableTies } from './pages/unstable-ties.js';
import { racesOfCreates } from './races/create-races.js';
import { racesOfReads } from './races/read-races.js';
import { racesOfDeletes, racesOfUpdates } from './races/write-races.js';
import { embedded, outdatedCopies, renewedByName } from './staleness/stale-copies.js';
import { blocks, unindexed } from './staleness/stale-indexes.js';
import { keptResponses } from './staleness/kept-responses.js';
import { lateLists, staleness } from './staleness/stale-lists.js';
import { bodyAddresses } from './writes/body-addresses.js';
import { bystanders, sideEffects } from './writes/collateral-writes.js';
import { sharedValues } from './writes/shared-defaults.js';
import { sentBack } from './writes/sent-back-faults.js';
import { upserts } from './writes/upserts.js';
import { kindlessWrites } from './writes/kindless-writes.js';
import { circles, keptBelow } from './writes/category-circles.js';
import { createResponses, creates } from './writes/create-faults.js';
import { deletes, lingering } from './writes/delete-faults.js';
import { forgottenUpdates, misroutedUpdates } from './writes/lost-updates.js';
import { partialWrites, unreadable } from './writes/partial-writes.js';
import { revived } from './writes/revived-records.js';
import { halfDoneUpdates, updates } from './writes/update-faults.js';
import { escapedAnew, ignoredValues, unsentFields } from './writes/update-fields.js';

/** Lists that contradict one another, though most of them are right by themselves. */
export const algebraFaults: readonly Fault[] = [
  ...joinedFilters,
  ...besideOthers,
  ...dayFilters,
  ...openIntervals,
  ...listQueries,
];

/** Lists that contain other records than those that were asked for. */
export const selectionFaults: readonly Fault[] = [
  ...ignoredParameters,
  ...narrowedFilters,
  ...searchFaults,
  ...dateBounds,
  ...dayEdges,
  ...algebraFaults,
  ...unsupportedReadings,
  ...termFilters,
  ...mistakenFilters,
  ...statusFaults,
  ...filterValues,
  ...boundFaults,
  ...textFaults,
  ...missingRecords,
  ...anyKind,
  ...foundText,
  ...firstSources,
  ...fewLinks,
];

/** What shows only where identities are compared: granted to one and refused elsewhere, or served worse. */
export const identityFaults: readonly Fault[] = [
  ...identityWrites,
  ...loneRights,
  ...otherRecords,
  ...leaksOfItems,
  ...leaksOfLists,
  ...weakerService,
];

/** What is right at every single step and wrong after some of them. */
export const lifecycleFaults: readonly Fault[] = [...movedSlugs, ...stickyLinks, ...returningLinks];

/** What goes wrong only where requests meet, each with a pause in which they do. */
const raceFaults: readonly Fault[] = [...racesOfCreates, ...racesOfReads, ...racesOfUpdates, ...racesOfDeletes];

/** Faults in code that several kinds of record share: one validator, one column type, one route, one presenter. */
const recordFaults: readonly Fault[] = [
  ...bodyForms,
  ...refusedSafeValues,
  ...unnamedZeros,
  ...relationForms,
  ...uncheckedTypes,
  ...unreadable,
  ...storedTexts,
  ...storedTimes,
  ...notStored,
  ...createResponses,
  ...upserts,
  ...kindlessWrites,
  ...sharedValues,
  ...keptResponses,
  ...mistakenTypes,
  ...sentBack,
  ...circles,
  keptBelow,
  ...partialWrites,
  ...presenters,
  ...itemReads,
  ...looseIds,
  ...looseSlugs,
  ...formerSlugs,
  ...slugsAcrossKinds,
  ...cutSlugs,
  ...narrowRoutes,
  ...misroutedUpdates,
  ...forgottenUpdates,
  ...halfDoneUpdates,
  ...unsentFields,
  escapedAnew,
  ...ignoredValues,
  ...lingering,
  ...revived,
  ...bystanders,
  ...changedElsewhere,
  ...contradictingPages,
  ...droppedFilters,
  ...bodyAddresses,
  ...dangling,
  ...linkIndexes,
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
  ...overflows,
  ...overlookedErrors,
];

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
  ...stickyTerms,
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
  ...lossyLinks,
  ...unstableTies,
  ...forgetfulPages,
  ...mistakenFilters,
  ...statusFaults,
  ...filterValues,
  ...boundFaults,
  ...dayEdges,
  ...displacedBounds,
  ...textFaults,
  ...missingRecords,
  ...sharedPaging,
  ...lateLists,
  ...anyKind,
  ...blocks,
  ...foundText,
  ...firstSources,
  ...fewLinks,
  ...httpRules,
  ...overriddenMethods,
  ...languageLoss,
  ...lostTranslations,
  ...unlocked,
  ...keptLogins,
  ...identityFaults,
  ...existingData,
];
