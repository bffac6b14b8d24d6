import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonValue } from '../../wire/json.js';
import { type HistoryEntry, historyEntrySchema } from './history-entry.js';

const ajv = new Ajv2020();
formats.default(ajv);
const validate = ajv.compile<HistoryEntry>(historyEntrySchema);

/** Reads a run of a history; undefined for anything else. */
export const readHistoryEntry = (value: JsonValue): HistoryEntry | undefined => (validate(value) ? value : undefined);
