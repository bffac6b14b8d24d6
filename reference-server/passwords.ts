import type { Addressing } from '../contract/operation.js';
import { Refusal } from './refusal.js';
import type { StoredRecord } from './store/record.js';

/** Refuses with 403 an event whose password was not given; only by id can it be given (interface: Authentication). */
export function requirePassword(record: StoredRecord, by: Addressing, given: unknown): void {
  const password = record.collection === 'events' ? record.provision?.password : undefined;
  if (password === undefined || (by === 'id' && given === password)) return;
  throw new Refusal(403, { code: 'password_required', message: 'This event is protected by a password.' });
}
