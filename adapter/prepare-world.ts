import { collections, resourceOf } from '../contract/resources.js';
import type { JsonObject } from '../wire/json.js';
import { buildTakenWorld, toTaken } from './build-taken-world.js';
import type { Calendar } from './calendar/calendar.js';
import { calendarFor, type TargetContext } from './calendar/target-context.js';
import { drawFacts } from './facts/draw-facts.js';
import { learnAnotherLanguage } from './learn/another-language.js';
import { learnReadonly } from './learn/learn-readonly.js';
import { learn } from './learn/learn.js';
import {
  learnFlagStyle,
  learnListStyle,
  learnPageSizes,
  type ListMemory,
  rememberingLists,
} from './learn/list-parameters.js';
import { specimenIn } from './learn/list-style-specimen.js';
import { learnOwnRights, type OwnRights, unknownRights } from './learn/rights/probe-own-rights.js';
import type { Observed } from './learn/shapes/observed.js';
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

/** The records of the world that could be created, as their creates, items or lists show them. */
async function toRecords(
  calendar: Calendar,
  built: readonly Built[],
  observed: Observed,
): Promise<readonly WorldRecord[]> {
  const records = await Promise.all(built.map((one) => toRecord(calendar, one, observed)));
  return records.flat();
}

async function toRecord(
  calendar: Calendar,
  { draft, written, id, published }: Built,
  observed: Observed,
): Promise<readonly WorldRecord[]> {
  if (id === undefined) return [];
  const { ref, payload, language } = draft;
  const collection = ref.ref;
  const returned = answeredRecord(calendar.lens, written);
  const seen = [...(returned ? [returned.json] : []), ...observed.of(collection, id)];
  const { label } = resourceOf(collection);
  const textIn = (json: JsonObject, field: string) => textAt(calendar, { collection, id, json }, field);
  // Lists show no drafts: the response to a create may be all that was seen, and less than an item shows.
  const isSought = payload.status !== undefined && calendar.lens.fact(collection, 'status') !== undefined;
  const wanted = isSought ? [label, 'status'] : [label];
  const isShown = (field: string): boolean => seen.some((json) => textIn(json, field) !== undefined);
  const shown = wanted.every(isShown) ? seen : [...seen, ...(await read(calendar, collection, id))];
  const text = (field: string): string | undefined =>
    shown.map((json) => textIn(json, field)).find((value) => value !== undefined);
  const status = published ? 'publish' : text('status');
  const answer = published === undefined ? returned : undefined;
  return [{ ref, id, slug: text('slug'), status, complete: true, payload, body: written.body, answer, language }];
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

/** The first record of each collection that was created: what a language selects is learned from one. */
const firstOfEach = (localized: readonly Built[]): readonly Built[] =>
  collections.flatMap(
    (collection) => localized.find(({ draft, id }) => draft.ref.ref === collection && id !== undefined) ?? [],
  );

/** A learned target and the records that exist on it. */
interface PreparedWorld extends Pick<World, 'profile' | 'records' | 'localized' | 'window'> {
  readonly own: OwnRights;
  /** The records of a world file, if they were searched for already. */
  readonly provisioned?: Provisioned;
}

/** Builds the world and learns the target from it; uses existing records if none could be created. */
export async function prepareMadeWorld(context: TargetContext, days: Days): Promise<PreparedWorld> {
  const { options, scope, bindings, registry, marker } = context;
  const blank = blankProfile(options.site);
  const calendar = calendarFor(context, blank, scope);
  const building = { bindings, registry, marker: marker.text };
  const own = await learnOwnRights(context, blank, days.firstDay);
  const isMade = ({ ref }: Draft): boolean => !own.lacks.has(`${ref.ref}.create`);
  const { seasons, ...others } = days;
  const isSeasonal = options.needs?.has('world.seasons') ?? true;
  const world = designWorld({ ...others, near: options.near, ...(isSeasonal && { seasons }) }).filter(isMade);
  const first = await buildTakenWorld(context, blank, { drafts: world, ...days });
  const { built, draftedUnlessSent } = await publish(calendar, first.built);
  const taking = { ...first.taking, draftedUnlessSent };
  if (built.every(({ id }) => id === undefined)) return { ...(await prepareFoundWorld(context, days, built)), own };
  const language = await learnAnotherLanguage(calendar, built);
  const belonging = designLocalized(days.firstDay, language)
    .filter(isMade)
    .map((draft) => toTaken(draft, taking));
  const localized = await buildWorld(calendarFor(context, taking, scope), belonging, building);
  const learning = await learn(context, taking, { built, localized: firstOfEach(localized), ...days });
  const { observed } = learning;
  const learned = calendarFor(context, learning.profile, scope);
  const records = {
    records: await toRecords(learned, built, observed),
    localized: await toRecords(learned, localized, observed),
  };
  const profile = drawFacts({ ...learning, built: [...built, ...localized], exchanges: scope.exchanges });
  return { profile, ...records, window: days.window, own };
}

/** Samples the existing records as the world, and learns what reads alone show. */
export async function prepareFoundWorld(
  context: TargetContext,
  { today }: Days,
  refused: readonly Built[] = [],
): Promise<PreparedWorld> {
  const { options, scope, bindings } = context;
  const memory: ListMemory = new Map();
  const open = (profile: TargetProfile): Calendar => rememberingLists(calendarFor(context, profile, scope), memory);
  const unknown = blankProfile(options.site);
  const blank = { ...unknown, flagStyle: await learnFlagStyle(open(unknown)) };
  const pageSizes = await learnPageSizes(open(blank));
  const calendar = open({ ...blank, pageSizes });
  const sample = await sampleWorld(calendar, bindings);
  const provisioned = options.worldFile ? await findProvisioned(calendar, options.worldFile) : nothingProvisioned;
  const known = toProvisionedRecords(provisioned, bindings);
  const listStyle = await learnListStyle(calendar, specimenIn(sample));
  const styled = { ...calendar.profile, listStyle };
  const learning = await learnReadonly(context, styled, { sample, provisioned: known, refused, today });
  const profile = drawFacts({ ...learning, built: [], exchanges: scope.exchanges });
  const sampled = toSampledRecords(sample.records, profile);
  const isWhole = holdsAll(known, sample, pageSizes);
  const records = withProvisioned(sampled, known, { isWhole });
  const window = windowOf(isWhole || sampled.length === 0 ? records : sampled, today);
  return { profile, records, localized: [], window, provisioned, own: unknownRights };
}
