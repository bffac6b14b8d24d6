import { isDeepStrictEqual } from 'node:util';
import { blankProfile } from './blank-profile.js';
import { statedForms } from './body-forms.js';
import type { Calendar } from './calendar.js';
import type { Days } from './days.js';
import { drawFacts } from './facts/draw-facts.js';
import { type Attempt, learnBodyForms, refusedForms } from './learn/body-forms.js';
import { learnFlagStyle } from './learn/flag-style.js';
import { learnReadonly } from './learn/learn-readonly.js';
import { learn } from './learn/learn.js';
import { learnOwnRights, type OwnRights, unknownRights } from './learn/own-rights.js';
import { learnPageSize } from './learn/page-size.js';
import { type ListMemory, rememberingLists } from './learn/remember-lists.js';
import type { TargetProfile } from './profile.js';
import { findProvisioned, nothingProvisioned } from './provision.js';
import { calendarFor, type TargetContext } from './setting.js';
import { type Built, buildWorld } from './world/build.js';
import type { Draft } from './world/draft.js';
import { designLocalized, designWorld } from './world/design.js';
import { publish } from './world/publish.js';
import { holdsAll, toProvisionedRecords, withProvisioned } from './world/provisioned-records.js';
import { toRecords } from './world/records.js';
import { sampleWorld } from './world/sample.js';
import { toSampledRecords, windowOf } from './world/sampled-records.js';
import type { Provisioned, World, WorldRecord } from './world/world.js';

/** What a world stands on: a learned target and records that are known to be there. */
export interface PreparedWorld {
  readonly profile: TargetProfile;
  readonly records: readonly WorldRecord[];
  readonly localized: readonly WorldRecord[];
  readonly window: World['window'];
  readonly own: OwnRights;
  /** What a world file names, where it was looked for already. */
  readonly provisioned?: Provisioned;
}

/** Makes the world and learns the target from it; takes what is there where nothing could be made. */
export async function prepareMadeWorld(setting: TargetContext, days: Days): Promise<PreparedWorld> {
  const { options, scope, bindings, registry, marker } = setting;
  const blank = blankProfile(options.site);
  const calendar = calendarFor(setting, blank, scope);
  const building = { bindings, registry, marker: marker.text };
  const own = await learnOwnRights(setting, blank, days.firstDay);
  const isMade = ({ ref }: Draft): boolean => !own.lacks.has(`${ref.ref}.create`);
  const world = designWorld({ ...days, near: options.near }).filter(isMade);
  const first = await buildWorld(calendar, world, building);
  const inForms = await rebuildInTakenForms(setting, blank, { built: first, firstDay: days.firstDay });
  const { built, draftedUnlessSent } = await publish(calendar, inForms.built);
  const taking = { ...inForms.taking, draftedUnlessSent };
  if (built.every(({ id }) => id === undefined)) return { ...(await prepareFoundWorld(setting, days, built)), own };
  const belonging = designLocalized(days.firstDay, days.language).filter(isMade);
  const localized = await buildWorld(calendarFor(setting, taking, scope), belonging, building);
  const learning = await learn(setting, taking, { built, localized, ...days });
  const { observed } = learning;
  const learned = calendarFor(setting, learning.profile, scope);
  const records = {
    records: await toRecords(learned, built, observed),
    localized: await toRecords(learned, localized, observed),
  };
  const profile = drawFacts({ ...learning, built: [...built, ...localized], exchanges: scope.exchanges });
  return { profile, ...records, window: days.window, own };
}

/** Makes once more, in the forms that the target takes, what it refused in those that are stated. */
async function rebuildInTakenForms(setting: TargetContext, blank: TargetProfile, attempt: Attempt) {
  const refused = refusedForms(attempt.built);
  if (refused.length === 0) return { built: attempt.built, taking: blank };
  const taking = { ...blank, bodyForms: await learnBodyForms(setting, blank, attempt) };
  if (isDeepStrictEqual(taking.bodyForms, statedForms)) return { built: attempt.built, taking };
  const { bindings, registry, marker, scope } = setting;
  const drafts = refused.map(({ draft }) => draft);
  const again = await buildWorld(calendarFor(setting, taking, scope), drafts, {
    bindings,
    registry,
    marker: marker.text,
  });
  const kept = attempt.built.filter((one) => !refused.includes(one));
  return { built: [...kept, ...again], taking };
}

/** Takes what is there for the world and learns what can be learned without writing. */
export async function prepareFoundWorld(
  setting: TargetContext,
  { today }: Days,
  refused: readonly Built[] = [],
): Promise<PreparedWorld> {
  const { options, scope, bindings } = setting;
  const memory: ListMemory = new Map();
  const open = (profile: TargetProfile): Calendar => rememberingLists(calendarFor(setting, profile, scope), memory);
  const unknown = blankProfile(options.site);
  const blank = { ...unknown, flagStyle: await learnFlagStyle(open(unknown)) };
  const pageSize = await learnPageSize(open(blank));
  const calendar = calendarFor(setting, { ...blank, pageSize }, scope);
  const sample = await sampleWorld(calendar, bindings);
  const provisioned = options.worldFile ? await findProvisioned(calendar, options.worldFile) : nothingProvisioned;
  const known = toProvisionedRecords(provisioned, bindings);
  const learning = await learnReadonly(setting, calendar.profile, { sample, provisioned: known, refused, today });
  const profile = drawFacts({ ...learning, built: [], exchanges: scope.exchanges });
  const sampled = toSampledRecords(sample.records, profile);
  const isWhole = holdsAll(known, sample, pageSize);
  const records = withProvisioned(sampled, known, { isWhole });
  const window = windowOf(isWhole || sampled.length === 0 ? records : sampled, today);
  return { profile, records, localized: [], window, provisioned, own: unknownRights };
}
