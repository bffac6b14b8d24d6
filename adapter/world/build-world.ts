import { resourceOf } from '../../contract/resources.js';
import { isRef, type Payload, type Ref, type WireValue } from '../../generators/wire-value.js';
import type { Exchange } from '../../wire/exchange.js';
import { isGranted } from '../../wire/status.js';
import { type Bindings, keyOf } from '../calendar/bindings.js';
import { type Calendar, createdId, type Written } from '../calendar/calendar.js';
import { walk } from '../notation/json-paths.js';
import { isSameText } from '../notation/text-form.js';
import { findClaimed } from '../ownership/reclaim.js';
import type { Registry } from '../ownership/registry.js';
import { rememberCreated } from '../ownership/write-tracker.js';
import type { Lens, Shown } from '../reading/lens.js';
import type { Draft } from './world-drafts.js';

/**
 * The record in the response to a create; undefined unless it shows the name that was sent. A response without the name
 * may describe the request: its status is `ok` then, its title `Created`.
 */
export function answeredRecord(lens: Lens, { collection, body, exchange }: Written): Shown | undefined {
  const shown = lens.recordIfAny(collection, exchange);
  const sent = body[resourceOf(collection).label];
  if (!shown || typeof sent !== 'string') return shown;
  const isNamed = [...walk(shown.json)].some(({ value }) => typeof value === 'string' && isName(sent, value));
  return isNamed ? shown : undefined;
}

const isName = (sent: string, shown: string): boolean => isSameText('markup', sent, shown);

interface Identifying {
  readonly registry: Registry;
  /** The text in every token of the run. */
  readonly marker: string;
}

/** Finds, in lists, the records of creates that were accepted and returned no id. */
async function identify(
  calendar: Calendar,
  built: readonly Built[],
  { registry, marker }: Identifying,
): Promise<readonly Built[]> {
  const withoutId = new Set(built.filter(({ id }) => id === undefined).map(({ written }) => written.exchange));
  const creates = registry.unknown.filter(({ exchange }) => withoutId.has(exchange) && isGranted(exchange));
  if (creates.length === 0) return built;
  const found = await findClaimed(calendar, { marker, claims: creates.map(({ claim }) => claim) });
  const ids = new Map<Exchange, string>();
  for (const create of creates) {
    const record = found.find(({ claim }) => claim.token === create.claim.token)?.record;
    if (!record) continue;
    ids.set(create.exchange, record.id);
    rememberCreated(create.exchange, record.id);
    await registry.made(create, record);
  }
  return built.map((one) => ({ ...one, id: one.id ?? ids.get(one.written.exchange) }));
}

/** A draft of the world and its create. `id` is undefined if the create failed. */
export interface Built {
  readonly draft: Draft;
  readonly written: Written;
  readonly id: string | undefined;
  readonly shown: Shown | undefined;
  /** Of what was created as a draft: whether it is published now. */
  readonly published?: boolean | undefined;
}

/** What the world is built with; `bindings` receives the id of each record. */
export interface BuildOptions extends Identifying {
  readonly bindings: Bindings;
}

/** Builds the drafts in order, concurrently if they do not refer to one another. */
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

/** The payload without references to records that could not be created. */
function withoutUnbound(payload: Payload, bindings: Bindings): Payload {
  const bound = (value: WireValue): boolean => !isRef(value) || bindings.has(value);
  const entries = Object.entries(payload).flatMap(([name, value]): [string, WireValue][] => {
    if (!Array.isArray(value)) return bound(value) ? [[name, value]] : [];
    return [[name, value.filter(bound)]];
  });
  return Object.fromEntries(entries);
}

const refsOf = ({ payload }: Draft): readonly Ref[] => Object.values(payload).flat().filter(isRef);

/** Groups drafts into waves that refer only to earlier ones. */
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
