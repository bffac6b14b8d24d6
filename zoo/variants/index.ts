import type { Variant } from '../variant.js';
import { bigIds } from './behaviour/big-ids.js';
import { byCollection } from './behaviour/by-collection.js';
import { drafts, newestFirst, pageCaps, shorterWindow } from './behaviour/default-variants.js';
import { canonicalAddresses } from './behaviour/canonical-addresses.js';
import { deletedRecords } from './behaviour/deleted-records.js';
import { listNotations } from './behaviour/list-notations.js';
import { betweenPages, others } from './behaviour/other-clients.js';
import { followingSlugs, numberedSlugs, opaqueSlugs, rewrittenSlugs } from './behaviour/slug-generation.js';
import { noNamesakes, strictValues } from './behaviour/strict-values.js';
import { queryFlags, strictness } from './behaviour/strictness.js';
import { addressReadings } from './readings/address-alternatives.js';
import { boundReadings } from './readings/bound-alternatives.js';
import { dateReadings } from './readings/date-alternatives.js';
import { fieldReadings } from './readings/field-alternatives.js';
import { eventFilterReadings, knownIdsOnly, searchReadings } from './readings/filter-alternatives.js';
import { languageVariants, scopedIds } from './readings/language-alternatives.js';
import { passwordReadings } from './readings/password-alternatives.js';
import { redactedWhenProtected } from './readings/redacted-events.js';
import { termReadings, venueAndOrganizerReadings } from './readings/relation-alternatives.js';
import { writeReadings } from './readings/write-alternatives.js';
import { envelopes } from './responses/envelopes.js';
import { documentation, gzip, headers } from './responses/header-variants.js';
import { emptyLists, silentLists } from './responses/list-members.js';
import { linkNotations } from './responses/link-notations.js';
import { pace } from './responses/response-pace.js';
import { errorBodies, statuses } from './responses/status-variants.js';
import { terseResponses } from './responses/terse-responses.js';
import { writeResponses } from './responses/write-responses.js';
import { references, summaries, unshownSlugs } from './values/hidden-fields.js';
import { idNames, notations } from './values/notations.js';
import { relations } from './values/relation-variants.js';
import { texts } from './values/text-variants.js';
import { mixedConventions } from './responses/mixed-conventions.js';
import { clocks, instants } from './values/time-variants.js';
import { empties, fullValues } from './values/value-variants.js';

/** Other readings than the reference server's, each supported by the words of the interface. */
export const readings: readonly Variant[] = [
  ...boundReadings,
  ...dateReadings,
  ...eventFilterReadings,
  knownIdsOnly,
  ...venueAndOrganizerReadings,
  ...searchReadings,
  ...termReadings,
  ...writeReadings,
  ...fieldReadings,
  ...addressReadings,
  ...passwordReadings,
  redactedWhenProtected,
];

/** Every variant of the zoo: nothing may be blamed for being one. */
export const variants: readonly Variant[] = [
  ...byCollection,
  ...envelopes,
  ...emptyLists,
  ...silentLists,
  ...linkNotations,
  summaries,
  references,
  ...notations,
  ...instants,
  ...idNames,
  ...texts,
  ...fullValues,
  ...relations,
  ...empties,
  ...writeResponses,
  ...terseResponses,
  unshownSlugs,
  ...drafts,
  ...statuses,
  ...errorBodies,
  documentation,
  ...headers,
  gzip,
  ...pace,
  ...strictness,
  ...strictValues,
  ...queryFlags,
  ...listNotations,
  ...canonicalAddresses,
  noNamesakes,
  ...readings,
  ...clocks,
  ...languageVariants,
  scopedIds,
  ...deletedRecords,
  ...pageCaps,
  newestFirst,
  shorterWindow,
  bigIds,
  opaqueSlugs,
  rewrittenSlugs,
  numberedSlugs,
  followingSlugs,
  others,
  betweenPages,
  ...mixedConventions,
];
