import type { Collection } from '../contract/field.js';
import type { ListQuery } from '../generators/wire.js';
import { lift, type Period } from './lift.js';
import type { TargetProfile } from './profile.js';

/** As wide as time. */
export const ALWAYS = { from: '1900-01-01', to: '2200-01-01' } as const satisfies Period;

/** What lists need to be asked, so that they hide as little as may be, while nothing is known of the target. */
export const unfiltered = {
  events: { starts_after: ALWAYS.from, starts_before: ALWAYS.to },
  venues: {},
  organizers: {},
  categories: { hide_empty: false },
  tags: { hide_empty: false },
} as const satisfies Record<Collection, object>;

/** The same for a target of which it is known what lifts its default window. */
export const unfilteredFor = (profile: Pick<TargetProfile, 'choices'>, collection: Collection): ListQuery => ({
  ...unfiltered[collection],
  ...(collection === 'events' && lift(profile, ALWAYS)),
});
