import { faults } from '../faults/index.js';
import type { Fault } from '../fault.js';
import { variants } from '../variants/index.js';
import { findPoint } from '../space/fault-space.js';
import { compositions, findDrawn } from './compositions.js';
import { deployments } from './deployments.js';

/** Whatever of the zoo can stand before a server, by its id. */
export type Exhibit = Pick<Fault, 'id' | 'statement' | 'create'>;

/**
 * What has this id: of the zoo, a point of the fault space, or a composition that a sample draws. The last part of an id
 * of the zoo is enough where no other one ends like it.
 */
export const findExhibit = (id: string): Exhibit | undefined =>
  exhibits.find((one) => one.id === id) ?? findPoint(id) ?? findDrawn(id) ?? findByEnd(id);

function findByEnd(end: string): Exhibit | undefined {
  const [found, ...others] = exhibits.filter((one) => one.id.endsWith(`.${end}`));
  return others.length === 0 ? found : undefined;
}

/** All of the zoo. */
export const exhibits: readonly Exhibit[] = [...faults, ...variants, ...compositions, ...deployments];
