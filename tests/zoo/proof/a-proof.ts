import type { ConformingRow, FaultRow } from '../../../zoo/proof/matrix-row.js';
import { type Proof, PROOF_FORMAT } from '../../../zoo/proof/proof.js';

export const caught: FaultRow = {
  id: 'tags.list.search-ignored',
  clause: 'tag.list.search',
  statement: 'A search finds <everything> | all.',
  caughtBy: [
    { requirement: 'tags.list.combined', requests: 9, shown: 4 },
    { requirement: 'tags.list.search', requests: 3, shown: 1 },
  ],
  alsoFailed: [],
  causes: ['tags.list.search'],
  able: 2,
  defects: [],
};
export const missed: FaultRow = { ...caught, id: 'tags.read.late', caughtBy: [] };
export const innocent: ConformingRow = {
  id: 'envelope.data',
  statement: 'Lists stand under data.',
  kind: 'variant',
  parts: [],
  bare: 100,
  passed: 99,
  blamed: [],
  lost: [{ requirement: 'tags.read', reason: 'unclear', allowed: 'there is nothing to read' }],
  defects: [],
};

/** A proof with nothing missing, but for what is changed. */
export const aProof = (changed: Partial<Proof> = {}): Proof => ({
  format: PROOF_FORMAT,
  version: '0.1.0',
  target: 'http://127.0.0.1:8080',
  effort: 'standard',
  only: [],
  seed: 1,
  now: '2026-11-21T00:00:00.000Z',
  bare: { requests: 500, passed: ['tags.list.search', 'tags.list.combined'], failed: [], inconclusive: [] },
  faults: [caught],
  behind: [],
  conforming: [innocent],
  ...changed,
});
