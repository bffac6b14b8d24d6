import type { Effort } from '../../kernel/run/plan.js';
import type { Clock } from '../../wire/clock.js';
import type { Interceptor } from '../../wire/exchange.js';
import { composeFault, faultsBehind } from '../../zoo/compositions/compose-fault.js';
import { type Composition, compositions } from '../../zoo/compositions/compositions.js';
import type { Fault } from '../../zoo/fault.js';
import { faults, identityFaults } from '../../zoo/faults/index.js';
import type { WireView } from '../../zoo/intercept/wire-view.js';
import type { Case } from '../../zoo/proof/case-result.js';
import type { Variant } from '../../zoo/variant.js';
import { variants } from '../../zoo/variants/index.js';
import { wrongUse } from '../input/command-error.js';
import { nearest } from '../input/nearest.js';
import { startsWith, toPrefixes } from '../run/selection.js';
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

/** The cases with an id under one of the prefixes, or all. Throws a wrong use for a prefix that matches nothing. */
export function selectCases(setup: Pick<ProofSetup, 'target' | 'effort'>, only: readonly string[]): readonly Case[] {
  const all = allCases(setup);
  const matches = ({ id, behind }: Case, prefix: string): boolean => startsWith(id, prefix) || behind === prefix;
  const unknown = only.find((prefix) => !all.some((one) => matches(one, prefix)));
  if (unknown !== undefined) {
    const near = nearest(unknown, toPrefixes(all.map(({ id }) => id)));
    throw wrongUse(`--only ${unknown} matches no fault and no variant; the nearest id is ${near}.`);
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
    case 'fault': {
      const fault = findFault(one.id);
      const placed = one.behind === undefined ? fault : composeFault(fault, findComposition(one.behind));
      return [placed.create(seed, view, clock)];
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

export const findFault: (id: string) => Fault = finder('fault', faults);
export const findVariant: (id: string) => Variant = finder('variant', variants);
export const findComposition: (id: string) => Composition = finder('composition', compositions);
