import type { Collection } from '../../contract/field.js';
import { collections } from '../../contract/resources.js';
import type { AccessFact, Fact } from './fact.js';
import { type Seen, toFact } from './observe.js';
import { type FactSources, isGranted, exchangesOf } from './sources.js';
import { isStranger } from './stranger.js';
import type { Deed, ReadExchange } from './told.js';
import { removalIn } from './writes.js';

const deeds = ['list', 'read', 'create', 'update', 'delete'] as const satisfies readonly Deed[];

/** What the identity of the run may do with which collections; what was not tried is left out. */
export const accessOf = (sources: FactSources): readonly Fact[] => deeds.flatMap((deed) => accessTo(sources, deed));

function accessTo(sources: FactSources, deed: (typeof deeds)[number]): readonly Fact[] {
  // A service may deny what is deleted.
  const gone = removalIn(sources)?.after;
  const tried = collections.flatMap((collection): readonly (readonly [Collection, readonly ReadExchange[]])[] => {
    const told = exchangesOf(sources, collection, deed).filter(
      (one) => isGranted(one) || (isDenied(one) && one !== gone),
    );
    return told.length === 0 ? [] : [[collection, told]];
  });
  const value: AccessFact = Object.fromEntries(tried.map(([collection, told]) => [collection, told.some(isGranted)]));
  const seen = tried.flatMap(([collection, told]) =>
    told.filter((one) => isGranted(one) === value[collection]).map((one): Seen => [one, `${one.status}`]),
  );
  return toFact(`access.${deed}`, tried.length === 0 ? undefined : value, seen);
}

/** Whether it was said that this identity may not; a wrong login, sent on purpose, says nothing about a right one. */
const isDenied = (told: ReadExchange): boolean => (told.status === 401 || told.status === 403) && !isStranger(told);
