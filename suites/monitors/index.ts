import type { TargetProfile } from '../../adapter/profile/target-profile.js';
import type { World } from '../../adapter/world/world.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import { toWatch, type Watch } from '../../kernel/monitor.js';
import { clocksAgree, watchClocks } from './clocks.js';
import { deletesNoMore, readersDeleteNothing, watchDeletes } from './denied-deletes.js';
import { tagsCoverAll, watchTags } from './entity-tags.js';
import { contradictable, listsWhatFits, watchFilters } from './filtered-lists.js';
import { supportsHead, watchHead } from './head-method.js';
import {
  answersAgree,
  keepsEverywhere,
  keepsTextsApart,
  watchAnswers,
  watchKeptWrites,
  watchOwnTexts,
  watchUnchanged,
  watchWorld,
} from './kept-writes.js';
import { pagesAgree, watchPages } from './pages/list-pages.js';
import { breaksNowhere, watchServerErrors } from './server-errors.js';
import { labelsEverywhere, watchMediaTypes } from './media-types.js';
import { toWatching } from './evidence/steps.js';

/** What holds for every exchange, whatever it is sent for. */
export const monitoringRequirements: readonly CalendarRequirement[] = [
  breaksNowhere,
  supportsHead,
  labelsEverywhere,
  keepsEverywhere,
  answersAgree,
  keepsTextsApart,
  pagesAgree,
  clocksAgree,
  tagsCoverAll,
  deletesNoMore,
  readersDeleteNothing,
  ...contradictable.map(listsWhatFits),
];

/** Watches the executions of all requirements on one target, and what they show of the world, where there is one. */
export function watchCalendar(profile: TargetProfile, world?: World): Watch {
  const watching = toWatching(profile);
  return toWatch([
    watchServerErrors(profile),
    watchHead,
    watchMediaTypes(profile),
    watchKeptWrites(watching),
    watchAnswers(watching),
    watchOwnTexts(watching),
    ...(world ? [...watchWorld(world), watchUnchanged(world)].map((watch) => watch(watching)) : []),
    watchPages(watching),
    watchClocks(watching),
    watchTags(watching),
    ...watchDeletes(profile),
    ...contradictable.map((one) => watchFilters(one, world)(watching)),
  ]);
}
