import type { CalendarRequirement } from '../../adapter/subject.js';
import { collections } from '../../contract/resources.js';
import {
  namesAllowedMethods,
  namesChallenge,
  namesMethods,
  readsAnyScheme,
  refusesNoPassword,
  refusesWrongPassword,
} from './allowed-methods.js';
import {
  survivesAbsurdIds,
  survivesBrokenEncoding,
  survivesHugePages,
  survivesLongAddresses,
} from './bad-addresses.js';
import {
  survivesBrokenForms,
  survivesForeignJson,
  survivesInvalidUtf8,
  survivesMalformedJson,
  survivesUnknownTypes,
} from './bad-bodies.js';
import {
  survivesLargeBody,
  survivesMalformedFields,
  survivesMalformedQueries,
  survivesOddFields,
} from './bad-values.js';
import { answersHead, answersHeadOf } from './head.js';
import { countsOctets, leavesOutContent, readsChunks, readsParameters, staysInStep } from './message-framing.js';
import { locatesCreated } from './response-headers.js';
import { readsWithoutWriting } from './safe-methods.js';
import { heedsIfMatch, heedsIfMatchAlike } from './preconditions.js';
import { changesEtag, matchesEtag, understandsTags } from './validators.js';

/** What HTTP itself requires: methods, headers, framing, and that bad input breaks nothing. */
export const httpRequirements: readonly CalendarRequirement[] = [
  ...collections.map(readsWithoutWriting),
  answersHeadOf('index.read'),
  answersHeadOf('doc.read'),
  ...collections.map(answersHead),
  namesMethods,
  namesAllowedMethods,
  namesChallenge,
  refusesWrongPassword,
  refusesNoPassword,
  readsAnyScheme,
  leavesOutContent,
  countsOctets,
  staysInStep,
  readsChunks,
  readsParameters,
  ...collections.map(locatesCreated),
  ...(['events', 'organizers'] as const).map(changesEtag),
  ...collections.map(matchesEtag),
  understandsTags,
  heedsIfMatch,
  ...(['events', 'venues', 'tags'] as const).map(heedsIfMatchAlike),
  // What keeps venues keeps organizers, and sequences of updates read terms in between.
  survivesMalformedJson,
  survivesForeignJson,
  survivesInvalidUtf8,
  survivesUnknownTypes,
  survivesBrokenForms,
  survivesLargeBody,
  survivesAbsurdIds,
  survivesHugePages,
  survivesBrokenEncoding,
  survivesLongAddresses,
  ...collections.map(survivesMalformedFields),
  ...collections.map(survivesOddFields),
  ...collections.map(survivesMalformedQueries),
];
