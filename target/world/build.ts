import { isRef, type Payload, type Ref, type WireValue } from '../../generators/wire.js';
import { answeredRecord } from '../answered.js';
import { type Calendar, createdId, type Written } from '../calendar.js';
import type { Shown } from '../lens.js';
import { type Bindings, keyOf } from './bindings.js';
import type { Draft } from './draft.js';
import { type Identifying, identify } from './identify.js';

/** A draft of the world and what came of sending it. `id` is undefined where it was not created. */
export interface Built {
  readonly draft: Draft;
  readonly written: Written;
  readonly id: string | undefined;
  readonly shown: Shown | undefined;
  /** Whether it was created as a draft, and published then. */
  readonly published?: true;
}

/** What the world is created with; `bindings` gets the id of each record. */
export interface BuildOptions extends Identifying {
  readonly bindings: Bindings;
}

/** Builds the drafts in order, those that do not refer to one another at the same time. */
export async function buildWorld(
  calendar: Calendar,
  drafts: readonly Draft[],
  { bindings, ...identifying }: BuildOptions,
): Promise<readonly Built[]> {
  const built: Built[] = [];
  for (const wave of toWaves(drafts)) {
    const answered = await Promise.all(wave.map((draft) => build(calendar, draft, bindings)));
    const made = await identify(calendar, answered, identifying);
    for (const one of made) if (one.id !== undefined) bindings.bind(one.draft.ref, one.id);
    built.push(...made);
  }
  return built;
}

async function build(calendar: Calendar, { payload, ...rest }: Draft, bindings: Bindings): Promise<Built> {
  const draft = { ...rest, payload: withoutUnbound(payload, bindings) };
  const { ref, language } = draft;
  const written = await calendar.create(ref.ref, draft.payload, language === undefined ? {} : { language });
  const id = createdId(calendar.lens, ref.ref, written.exchange);
  return { draft, written, id, shown: answeredRecord(calendar.lens, written) };
}

/** The payload without references to what could not be created. */
function withoutUnbound(payload: Payload, bindings: Bindings): Payload {
  const bound = (value: WireValue): boolean => !isRef(value) || bindings.has(value);
  const entries = Object.entries(payload).flatMap(([name, value]): [string, WireValue][] => {
    if (!Array.isArray(value)) return bound(value) ? [[name, value]] : [];
    return [[name, value.filter(bound)]];
  });
  return Object.fromEntries(entries);
}

const refsOf = ({ payload }: Draft): readonly Ref[] => Object.values(payload).flat().filter(isRef);

/** Drafts in waves: each refers only to records of earlier ones. */
function toWaves(drafts: readonly Draft[]): readonly (readonly Draft[])[] {
  const waves: Draft[][] = [];
  const waveOf = new Map<string, number>();
  for (const draft of drafts) {
    const wave = Math.max(0, ...refsOf(draft).map((ref) => (waveOf.get(keyOf(ref)) ?? -1) + 1));
    waveOf.set(keyOf(draft.ref), wave);
    waves[wave] = [...(waves[wave] ?? []), draft];
  }
  return waves;
}
