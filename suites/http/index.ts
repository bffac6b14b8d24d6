import { collections } from '../../contract/resources.js';
import type { CalendarRequirement } from '../../target/subject.js';
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
import { repeatsEtag, understandsTags } from './conditional-reads.js';
import { staysInStep } from './connection.js';
import { countsOctets } from './content-length.js';
import { readsFresh } from './freshness.js';
import { answersHead, answersHeadOf } from './head.js';
import { repeatsPut } from './idempotence.js';
import { locatesCreated } from './location.js';
import { labelsJson } from './media-type.js';
import { leavesOutContent } from './no-content.js';
import { namesMethods } from './options.js';
import { namesAllowedMethods, namesChallenge } from './refused-methods.js';
import { readsWithoutWriting } from './safe-methods.js';
import { changesEtag, matchesEtag } from './validators.js';

/** What HTTP itself requires: methods, headers, framing, and that bad input breaks nothing. */
export const httpRequirements: readonly CalendarRequirement[] = [
  ...collections.map(readsWithoutWriting),
  answersHeadOf('index.read'),
  answersHeadOf('doc.read'),
  ...collections.map(answersHead),
  namesMethods,
  namesAllowedMethods,
  namesChallenge,
  ...collections.map(repeatsPut),
  leavesOutContent,
  countsOctets,
  staysInStep,
  ...collections.map(locatesCreated),
  ...collections.map(changesEtag),
  ...collections.map(matchesEtag),
  repeatsEtag,
  understandsTags,
  ...collections.map(labelsJson),
  ...collections.map(readsFresh),
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
