import { toChoices } from '../../../adapter/profile/target-profile.js';
import type { WorldRecord } from '../../../adapter/world/world.js';
import type { AlternativeOf, ReadingId } from '../../../contract/readings/readings.js';
import type { Payload, Ref } from '../../../generators/wire-value.js';
import type { Pool } from '../../../suites/model/judgement.js';

export type Followed = { readonly [Id in ReadingId]?: AlternativeOf<Id> };

/** A record that was made with this payload. */
export const made = (ref: Ref, payload: Payload, more: Partial<WorldRecord> = {}): WorldRecord => ({
  ref,
  id: ref.key,
  slug: undefined,
  status: undefined,
  complete: true,
  payload,
  body: Object.fromEntries(Object.entries(payload).filter(([, value]) => typeof value === 'string')) as Record<
    string,
    string
  >,
  language: undefined,
  ...more,
});

/** Records, on a target that follows these readings and of which the others are not known. */
export function aPool(records: readonly WorldRecord[], followed: Followed = {}): Pool {
  const learned = new Map(Object.entries(followed)) as unknown as ReadonlyMap<ReadingId, string>;
  const evidence = new Map(
    [...learned].map(([id, follows]) => [id, { follows, collection: 'events', query: {} } as const]),
  );
  return {
    profile: { choices: toChoices(learned), evidence },
    today: '2031-06-15',
    of: (collection) => records.filter(({ ref }) => ref.ref === collection),
  };
}
