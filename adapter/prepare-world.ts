import { isDeepStrictEqual } from 'node:util';
import { resourceOf } from '../contract/resources.js';
import type { JsonObject } from '../wire/json.js';
import type { Calendar } from './calendar/calendar.js';
import { calendarFor, type TargetContext } from './calendar/target-context.js';
import { drawFacts } from './facts/draw-facts.js';
import { learnReadonly } from './learn/learn-readonly.js';
import { learn } from './learn/learn.js';
import { learnFlagStyle, learnPageSize, type ListMemory, rememberingLists } from './learn/list-parameters.js';
import { learnOwnRights, type OwnRights, unknownRights } from './learn/rights/probe-own-rights.js';
import type { Observed } from './learn/shapes/observed.js';
import { type Attempt, learnBodyForms, refusedForms } from './learn/taken-body-forms.js';
import { statedForms } from './profile/request-body-forms.js';
import { blankProfile, type TargetProfile } from './profile/target-profile.js';
import { byId } from './reading/paths.js';
import { answeredRecord, buildWorld, type Built } from './world/build-world.js';
import { holdsAll, toProvisionedRecords, toSampledRecords, windowOf, withProvisioned } from './world/found-records.js';
import { findProvisioned, nothingProvisioned } from './world/provisioned-records.js';
import { publish } from './world/publish.js';
import { type Days, designLocalized, designWorld } from './world/world-design.js';
import type { Draft } from './world/world-drafts.js';
import { sampleWorld } from './world/world-sample.js';
import type { Provisioned, World, WorldRecord } from './world/world.js';

/** The records of the world that could be made, with what their creates, items or lists show of them. */
async function toRecords(
  calendar: Calendar,
  built: readonly Built[],
  sighted: Observed,
): Promise<readonly WorldRecord[]> {
  const records = await Promise.all(built.map((one) => toRecord(calendar, one, sighted)));
  return records.flat();
}

async function toRecord(
  calendar: Calendar,
  { draft, written, id, published }: Built,
  sighted: Observed,
): Promise<readonly WorldRecord[]> {
  if (id === undefined) return [];
  const { ref, payload, language } = draft;
  const collection = ref.ref;
  const answer = answeredRecord(calendar.lens, written);
  const seen = [...(answer ? [answer.json] : []), ...sighted.of(collection, id)];
  const { label } = resourceOf(collection);
  const textIn = (json: JsonObject, field: string) => textAt(calendar, { collection, id, json }, field);
  // A draft is in no list: what a create answers with may be all that is seen of it, and less than there is to see.
  const isSought = payload.status !== undefined && calendar.lens.fact(collection, 'status') !== undefined;
  const wanted = isSought ? [label, 'status'] : [label];
  const isTold = (field: string): boolean => seen.some((json) => textIn(json, field) !== undefined);
  const shown = wanted.every(isTold) ? seen : [...seen, ...(await read(calendar, collection, id))];
  const text = (field: string): string | undefined =>
    shown.map((json) => textIn(json, field)).find((value) => value !== undefined);
  const told = { slug: text('slug'), status: published ? 'publish' : text('status'), complete: true };
  return [{ ref, id, ...told, payload, body: written.body, language }];
}

type Shown = Parameters<Calendar['lens']['field']>[0];

async function read(calendar: Calendar, collection: Shown['collection'], id: string): Promise<readonly JsonObject[]> {
  const shown = calendar.lens.recordIfAny(collection, await calendar.read(collection, byId({ id })));
  return shown ? [shown.json] : [];
}

function textAt({ lens }: Calendar, shown: Shown, field: string): string | undefined {
  const value = lens.fact(shown.collection, field) && lens.field(shown, field);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What a world stands on: a learned target and records that are known to be there. */
interface PreparedWorld {
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
