import type { Surroundings } from '../generators/surroundings.js';
import type { Payload, WireValue } from '../generators/wire-value.js';
import { calendarFor, type TargetContext } from './calendar/target-context.js';
import { findRefusedValues } from './learn/bodies/refused-values.js';
import { refusedIn } from './learn/bodies/suspect-fields.js';
import { learnTaken } from './learn/bodies/taken-forms.js';
import { openTrials } from './learn/bodies/trial-creates.js';
import { fieldId, mostTaken } from './profile/request-body-forms.js';
import type { TargetProfile } from './profile/target-profile.js';
import { buildWorld, type Built } from './world/build-world.js';
import { type Draft, isPolished, toPlain } from './world/world-drafts.js';

interface Design {
  readonly drafts: readonly Draft[];
  readonly firstDay: string;
  readonly span: Surroundings['span'];
}

/** The records of a world, and what was learned of what the target takes. */
interface TakenWorld {
  readonly built: readonly Built[];
  readonly taking: TargetProfile;
  /** Values that are taken in place of refused ones, by field. */
  readonly instead: Payload;
}

/** So many events show, before the others are sent, what is taken of most fields. */
const FIRST_EVENTS = 4;

/**
 * Builds a world out of what a target takes. What it refuses is made again in the forms that it takes, and without the
 * values that it does not: first what events refer to, so that every event can.
 */
export async function buildTakenWorld(
  context: TargetContext,
  blank: TargetProfile,
  { drafts, ...days }: Design,
): Promise<TakenWorld> {
  const isEvent = ({ ref }: Draft): boolean => ref.ref === 'events';
  const events = drafts.filter(isEvent);
  const stages = [drafts.filter((draft) => !isEvent(draft)), events.slice(0, FIRST_EVENTS), events.slice(FIRST_EVENTS)];
  let world: TakenWorld = { built: [], taking: blank, instead: {} };
  for (const stage of stages) world = await buildStage(context, world, { drafts: stage, ...days });
  return world;
}

/** What is refused for one value may be refused for another one after it. */
const ROUNDS = 3;

async function buildStage(context: TargetContext, world: TakenWorld, { drafts, ...days }: Design): Promise<TakenWorld> {
  const build = buildFor(context);
  const before = world.built.filter(({ id }) => id !== undefined);
  let { taking, instead } = world;
  let built = await build(taking, drafts.map((draft) => toTaken(draft, taking, instead)).filter(isAsVisible));
  for (let round = 0; round < ROUNDS; round += 1) {
    const refused = refusedIn([...before, ...built]);
    if (refused.length === 0) break;
    const learned = await learnRefused(context, taking, { built: [...before, ...built], ...days });
    taking = learned.profile;
    instead = { ...instead, ...learned.instead };
    const again = refused.map(({ draft }) => toTaken(draft, taking, instead)).filter(isAsVisible);
    built = [...built.filter((one) => !refused.includes(one)), ...(await build(taking, again))];
    if (!learned.isMore) break;
  }
  const polished = refusedIn([...before, ...built]).filter(({ draft }) => isPolished(draft));
  const plain = await build(
    taking,
    polished.map(({ draft }) => toPlain(draft)),
  );
  return {
    built: [...world.built, ...built.filter((one) => !polished.includes(one)), ...plain],
    taking,
    instead,
  };
}

const buildFor =
  (context: TargetContext) =>
  (profile: TargetProfile, drafts: readonly Draft[]): Promise<readonly Built[]> => {
    const { bindings, registry, marker, scope } = context;
    return buildWorld(calendarFor(context, profile, scope), drafts, { bindings, registry, marker: marker.text });
  };

interface Learned {
  readonly profile: TargetProfile;
  /** Values that are taken in place of refused ones, by field. */
  readonly instead: Payload;
  /** Whether anything was learned. */
  readonly isMore: boolean;
}

/** Learns what is taken in place of what was refused. */
async function learnRefused(
  context: TargetContext,
  profile: TargetProfile,
  { built, firstDay, span }: Omit<Design, 'drafts'> & { readonly built: readonly Built[] },
): Promise<Learned> {
  const trials = openTrials(context, profile, firstDay);
  const { forms, refused, instead } = await learnTaken({ trials, built, span }, await findRefusedValues(trials, built));
  await trials.close();
  const bodyForms = { ...profile.bodyForms, ...forms };
  const refusedValues = [...profile.refusedValues, ...refused];
  return { profile: { ...profile, bodyForms, refusedValues }, instead, isMore: refused.length > 0 };
}

/** A draft with as much of it as is taken. */
export function toTaken(draft: Draft, { bodyForms }: TargetProfile, instead: Payload = {}): Draft {
  const collection = draft.ref.ref;
  const payload = Object.entries(draft.payload).flatMap(([name, value]): [string, WireValue][] => {
    const id = fieldId(collection, name);
    const most = mostTaken(bodyForms, collection, name);
    if (bodyForms[id] === 'other-values') return instead[id] === undefined ? [] : [[name, instead[id]]];
    if (most === 0) return [];
    return [[name, Array.isArray(value) ? value.slice(0, most) : value]];
  });
  const taken = Object.fromEntries(payload);
  const left = Object.keys(draft.payload).filter((name) => !(name in taken));
  const without = [...(draft.without ?? []), ...left];
  return { ...draft, payload: taken, ...(without.length > 0 && { without }) };
}

/** A draft that lists would show is none: it is left out of the world. */
const isAsVisible = ({ without = [] }: Draft): boolean => !without.includes('status');
