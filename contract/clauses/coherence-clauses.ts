import type { Clause } from './clause.js';

const source = 'calproof: a target does not contradict itself';

/** What a target may choose, but not contradict once chosen. */
export const coherenceClauses = [
  {
    id: 'coherence.shown-everywhere',
    profile: 'coherence',
    text: 'What was accepted and is shown anywhere is shown alike in the answer to the write, by id, by slug, in lists and embedded.',
    source,
    operations: [],
  },
  {
    id: 'coherence.pages',
    profile: 'coherence',
    text: 'Totals, pages and page links describe the same list.',
    source,
    operations: [],
  },
  {
    id: 'coherence.refused-write',
    profile: 'coherence',
    text: 'A refused write changes nothing and creates nothing.',
    source,
    operations: [],
  },
  {
    id: 'coherence.other-records',
    profile: 'coherence',
    text: 'A write or a DELETE changes no other record.',
    source,
    operations: [],
  },
  {
    id: 'coherence.kept-write',
    profile: 'coherence',
    text: 'A write that was answered with success is not lost: no stale read, no dropped field.',
    source,
    operations: [],
  },
  {
    id: 'coherence.utc',
    profile: 'coherence',
    text: 'Fields in UTC name the same instant as the local fields beside them.',
    source,
    operations: [],
  },
  {
    id: 'coherence.denied-everywhere',
    profile: 'coherence',
    text: 'What is refused or hidden on one path, verb or spelling is not granted on another.',
    source,
    operations: [],
  },
  {
    id: 'coherence.siblings',
    profile: 'coherence',
    text: 'Operations that differ only in verb or in addressing agree: POST, PUT and PATCH, by id and by slug.',
    source,
    operations: [],
  },
  {
    id: 'coherence.relations',
    profile: 'coherence',
    text: 'A relation never dangles: what an event shows as linked exists, and a deleted record is linked nowhere.',
    source,
    operations: [],
  },
  {
    id: 'coherence.parallel',
    profile: 'coherence',
    text: 'Requests that are under way at the same time come to what some order of them, one after another, comes to.',
    source,
    operations: [],
  },
] as const satisfies readonly Clause[];
