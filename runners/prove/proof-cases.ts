import type { Effort } from '../../kernel/run/plan.js';
import type { Clock } from '../../wire/clock.js';
import type { Interceptor } from '../../wire/exchange.js';
import { composeFault, faultsBehind } from '../../zoo/compositions/compose-fault.js';
import { type Composition, compositions, drawComposition, findDrawn } from '../../zoo/compositions/compositions.js';
import type { Fault } from '../../zoo/fault.js';
import { faults, identityFaults } from '../../zoo/faults/index.js';
import type { WireView } from '../../zoo/intercept/wire-view.js';
import type { Case } from '../../zoo/proof/case-result.js';
import { drawPoints } from '../../zoo/space/draw-points.js';
import { faultSpace, findPoint, type Point, SPACE } from '../../zoo/space/fault-space.js';
import type { Variant } from '../../zoo/variant.js';
import { variants } from '../../zoo/variants/index.js';
import { wrongUse } from '../input/command-error.js';
import { startsWith, toPrefixHint } from '../run/selection.js';
import type { ProofSetup } from './proof-setup.js';

/** Zones of the site on both sides of UTC, one of them no whole hour ahead. */
const zones = ['Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata'] as const;

/** A quick run compares no identities. */
const isTried = (fault: Fault, effort: Effort): boolean => effort !== 'quick' || !identityFaults.includes(fault);

/** All cases of a proof. The zone of somebody else's service cannot be chosen. */
function allCases({ target, effort }: Pick<ProofSetup, 'target' | 'effort'>): readonly Case[] {
  const tried = faults.filter((fault) => isTried(fault, effort));
  const behind = faultsBehind.filter(([fault]) => isTried(fault, effort));
  return [
    ...tried.map(({ id }): Case => ({ kind: 'fault', id })),
    ...behind.map(([fault, { id }]): Case => ({ kind: 'fault', id: fault.id, behind: id })),
    ...variants.map(({ id }): Case => ({ kind: 'variant', id })),
    ...(target.kind === 'embedded' ? zones.map((id): Case => ({ kind: 'zone', id })) : []),
    ...compositions.map(({ id }): Case => ({ kind: 'composition', id })),
  ];
}

/** Which cases of a proof are judged. */
export interface CaseSelection {
  /** The beginnings of ids; all of the zoo when empty. */
  readonly only: readonly string[];
  /** Points to draw from the fault space instead. */
  readonly sample?: number;
  /** Compositions to draw instead. */
  readonly sampleVariants?: number;
  /** The run of a fault ends at the first requirement that catches it. */
  readonly bail?: boolean;
}

/** Whether points or compositions are drawn, and not the zoo tried. */
export const isSampled = ({ sample, sampleVariants }: CaseSelection): boolean =>
  sample !== undefined || sampleVariants !== undefined;

/** The cases that were asked for. Throws a wrong use for a prefix that matches nothing. */
export function selectCases(
  setup: Pick<ProofSetup, 'target' | 'effort' | 'seed'>,
  selection: CaseSelection,
): readonly Case[] {
  const { only, sample = 0, sampleVariants = 0 } = selection;
  if (!isSampled(selection)) return casesUnder(setup, only);
  return [...samplePoints(setup, only, sample), ...sampleCompositions(setup, sampleVariants)];
}

function samplePoints({ seed }: Pick<ProofSetup, 'seed'>, only: readonly string[], count: number): readonly Case[] {
  const points = faultSpace().filter(({ id }) => only.length === 0 || only.some((prefix) => isUnder(id, prefix)));
  if (points.length === 0) throw wrongUse(`--only ${only.join(',')} matches no point to draw.`);
  return drawPoints(points, { seed, count }).map(({ id }): Case => ({ kind: 'point', id }));
}

const sampleCompositions = ({ seed }: Pick<ProofSetup, 'seed'>, count: number): readonly Case[] =>
  Array.from({ length: count }, (_, at): Case => ({ kind: 'composition', id: drawComposition(seed, at) }));

/** Whether an id begins with a prefix, up to the end of a part of it. */
const isUnder = (id: string, prefix: string): boolean =>
  startsWith(id, prefix) || id.startsWith(prefix.endsWith(':') ? prefix : `${prefix}/`);

/** The cases with an id under one of the prefixes, or all of the zoo; points and drawn compositions by their ids alone. */
function casesUnder(setup: Pick<ProofSetup, 'target' | 'effort'>, only: readonly string[]): readonly Case[] {
  const points = only.some((prefix) => prefix.startsWith(SPACE)) ? faultSpace() : [];
  const drawn = only.filter((prefix) => findDrawn(prefix) !== undefined);
  const all = [
    ...allCases(setup),
    ...points.map(({ id }): Case => ({ kind: 'fault', id })),
    ...drawn.map((id): Case => ({ kind: 'composition', id })),
  ];
  const matches = ({ id, behind }: Case, prefix: string): boolean => isUnder(id, prefix) || behind === prefix;
  const unknown = only.find((prefix) => !all.some((one) => matches(one, prefix)));
  if (unknown !== undefined) {
    const ids = all.map(({ id }) => id.split('/', 2).join('/'));
    throw wrongUse(`--only ${unknown} matches no fault and no variant; ${toPrefixHint(unknown, ids)}.`);
  }
  return only.length === 0 ? all : all.filter((one) => only.some((prefix) => matches(one, prefix)));
}

/** The arguments of an interceptor. */
interface Making {
  readonly seed: number;
  readonly view: WireView;
  readonly clock: Clock;
}

/** The interceptors of a case. Throws a RangeError for an id that the zoo does not have. */
export function toIntercept(one: Case, { seed, view, clock }: Making): readonly Interceptor[] {
  switch (one.kind) {
    case 'bare':
    case 'zone':
      return [];
    case 'point':
      return [pointOf(one.id).create(seed, view, clock)];
    case 'fault': {
      const fault = findFault(one.id);
      const placed = one.behind === undefined ? fault : composeFault(fault, findComposition(one.behind));
      const placedToo = one.besides === undefined ? [] : [findFault(one.besides)];
      return [placed, ...placedToo].map((each) => each.create(seed, view, clock));
    }
    case 'variant':
      return [findVariant(one.id).create(seed, view, clock)];
    case 'composition':
      return [findComposition(one.id).create(seed, view, clock)];
  }
}

const finder =
  <One extends { readonly id: string }>(what: string, all: readonly One[]) =>
  (id: string): One => {
    const found = all.find((one) => one.id === id);
    if (found) return found;
    throw new RangeError(`the zoo has no ${what} ${id}`);
  };

const findOfZoo: (id: string) => Fault = finder('fault', faults);
const findFixed: (id: string) => Composition = finder('composition', compositions);

export const findFault = (id: string): Fault => findPoint(id) ?? findOfZoo(id);
export const findVariant: (id: string) => Variant = finder('variant', variants);
export const findComposition = (id: string): Composition => findDrawn(id) ?? findFixed(id);

/** The point with this id. Throws a RangeError for an id that the fault space does not have. */
export function pointOf(id: string): Point {
  const found = findPoint(id);
  if (found) return found;
  throw new RangeError(`the fault space has no ${id}`);
}
