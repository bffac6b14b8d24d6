import type { Case } from '../../proof/case.js';
import { compositions } from '../../zoo/compositions.js';
import type { Effort } from '../../harness/plan.js';
import type { Fault } from '../../zoo/fault.js';
import { identityFaults } from '../../zoo/faults/identities/index.js';
import { faults } from '../../zoo/faults/index.js';
import { faultsBehind } from '../../zoo/faults-behind.js';
import { variants } from '../../zoo/variants/index.js';
import { wrongUse } from '../command-error.js';
import { nearest } from '../nearest.js';
import { startsWith, toPrefixes } from '../selection.js';
import type { ProofSetup } from './stage.js';

/** Zones of the site on both sides of UTC, one of them no whole hour ahead. */
const zones = ['Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata'] as const;

/** A quick run judges nothing between identities. */
const isTried = (fault: Fault, effort: Effort): boolean => effort !== 'quick' || !identityFaults.includes(fault);

/** All that a proof puts before a target. The zone of a service that somebody else runs cannot be chosen. */
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

/** Those whose id starts with one of the prefixes, or all. Throws a wrong use for a prefix that matches nothing. */
export function selectCases(stage: Pick<ProofSetup, 'target' | 'effort'>, only: readonly string[]): readonly Case[] {
  const all = allCases(stage);
  const matches = ({ id, behind }: Case, prefix: string): boolean => startsWith(id, prefix) || behind === prefix;
  const unknown = only.find((prefix) => !all.some((one) => matches(one, prefix)));
  if (unknown !== undefined) {
    const near = nearest(unknown, toPrefixes(all.map(({ id }) => id)));
    throw wrongUse(`--only ${unknown} matches no fault and no variant; the nearest id is ${near}.`);
  }
  return only.length === 0 ? all : all.filter((one) => only.some((prefix) => matches(one, prefix)));
}
