import type { Variant } from '../variant.js';
import { betweenPages } from './between-pages.js';
import { bigIds } from './big-ids.js';
import { clocks } from './clocks.js';
import { deletedRecords } from './deleted.js';
import { documentation } from './documentation.js';
import { drafts } from './drafts.js';
import { empties } from './empties.js';
import { emptyLists } from './empty-lists.js';
import { envelopes } from './envelopes.js';
import { errorBodies } from './error-bodies.js';
import { followingSlugs } from './following-slugs.js';
import { fullValues } from './full-values.js';
import { gzip } from './gzip.js';
import { headers } from './headers.js';
import { idNames } from './id-names.js';
import { noNamesakes } from './no-namesakes.js';
import { instants } from './instants.js';
import { languageVariants } from './languages.js';
import { newestFirst } from './newest-first.js';
import { notations } from './notations.js';
import { opaqueSlugs } from './opaque-slugs.js';
import { others } from './others.js';
import { pace } from './pace.js';
import { pageCaps } from './page-caps.js';
import { queryFlags } from './query-flags.js';
import { readings } from './readings/index.js';
import { relations } from './relations.js';
import { scopedIds } from './scoped-ids.js';
import { shorterWindow } from './shorter-window.js';
import { silentLists } from './silent-lists.js';
import { statuses } from './statuses.js';
import { strictValues } from './strict-values.js';
import { strictness } from './strictness.js';
import { references, summaries } from './summaries.js';
import { terseResponses } from './terse-answers.js';
import { texts } from './texts.js';
import { unshownSlugs } from './unshown-slugs.js';
import { writeResponses } from './write-answers.js';

/** Every variant of the zoo: nothing may be blamed for being one. */
export const variants: readonly Variant[] = [
  ...envelopes,
  ...emptyLists,
  ...silentLists,
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
  followingSlugs,
  others,
  betweenPages,
];
