import { readFileSync } from 'node:fs';
import type { HeaderPairs } from '../../wire/exchange.js';
import type { JsonObject, JsonValue } from '../../wire/json.js';

interface RecordedFile {
  readonly request: { readonly method: string; readonly path: string; readonly body: string | null };
  readonly response: { readonly status: number; readonly headers: Record<string, string>; readonly body: JsonValue };
}

/** An exchange that was recorded at a real service: what was sent and what came back. */
export interface Recorded {
  readonly sent: JsonObject;
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly body: JsonValue;
}

/** Reads a recorded exchange from `fixtures/service`. */
export function recorded(name: string): Recorded {
  const path = new URL(`../../fixtures/service/${name}.json`, import.meta.url);
  const { request, response } = JSON.parse(readFileSync(path, 'utf8')) as RecordedFile;
  const sent = JSON.parse(request.body ?? '{}') as JsonObject;
  return { sent, status: response.status, headers: Object.entries(response.headers), body: response.body };
}
