import type { FactId } from '../facts/fact.js';
import { factIds } from './schema.js';

const knownIds = new Set(factIds);

/** Whether this is the id of a fact that can be learned. */
export const isFactId = (id: string): id is FactId => knownIds.has(id) || id.startsWith('identities.');
