import type { Allowance } from '../variant.js';

/** What is judged on protected events that were found. */
const onProtected = [
  'events.read.password-guessed',
  'events.by-slug.read.found-protected',
  'events.list.found-protected',
];

/** Why nothing is known of protected events. */
export const withoutProtected = (reason: string): readonly Allowance[] =>
  onProtected.map((requirement) => ({ requirement, reason }));

/** Why nothing is known of events with a parent. */
export const withoutFamily = (reason: string): Allowance => ({
  requirement: 'events.list.post_parent.existing',
  reason,
});

/** What is there is looked for on the first page of one list, and among a few events of it. */
export const OFF_THE_PAGE = 'Other events take the places on the first page of events, where they are looked for.';
