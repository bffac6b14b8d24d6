import { toPlainText } from '../../adapter/notation/text-form.js';
import { toText } from '../../adapter/notation/shown-values.js';
import { agrees } from '../../adapter/reading/agreement.js';
import type { Collection } from '../../contract/resources.js';
import { toBody } from '../../generators/encode.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import type { JsonObject, JsonValue } from '../../wire/json.js';
import type { WriteStep } from './write-script.js';

/** What a target answered to one write of the script, and what a read shows afterwards: without ids, times and markers. */
export interface WriteAnswer {
  /** The name of the step. */
  readonly write: string;
  readonly collection: Collection;
  readonly kind: WriteStep['kind'];
  /** Zero where the target does not answer it. */
  readonly status: number;
  /** What was sent, with the names of records in place of ids. */
  readonly sent?: JsonObject;
  /** Of the record in the response, what was sent and what else changed. */
  readonly answered?: JsonObject;
  readonly after?: {
    readonly status: number;
    /** The same of the record as a read shows it. */
    readonly fields?: JsonObject;
  };
  /** How many records of the script a list shows. */
  readonly listed?: number;
}

/** A body as it is compared: records by their names. */
export const toSentJson = (payload: Payload): JsonObject =>
  toBody(payload, { id: ({ ref, key }) => `${ref} ${key}`, mark: MARK });

/** A field as it was sent, with the names of records in place of ids, and as it is shown. */
interface SentField {
  readonly collection: Collection;
  readonly name: string;
  readonly sent: JsonValue | undefined;
  readonly shown: JsonValue | undefined;
}

/** Whether a value is shown as it was sent, in any notation. */
export function isKept({ collection, name, sent, shown }: SentField): boolean {
  if (sent === undefined || shown === undefined) return false;
  const fact = { path: [name], form: 'identity' } as const;
  return (
    agrees({ collection, field: name, sent, shown, fact }) || toPlainText(toText(sent)) === toPlainText(toText(shown))
  );
}

/** Of what is shown, the fields that were sent, and those that are not as they were. */
export function toChanged(shown: JsonObject, sent: JsonObject, before: JsonObject): JsonObject {
  const isNews = (name: string): boolean =>
    name in sent || JSON.stringify(shown[name]) !== JSON.stringify(before[name]);
  const gone = Object.keys(before).filter((name) => !(name in shown));
  return Object.fromEntries([
    ...Object.entries(shown).filter(([name]) => isNews(name)),
    ...gone.map((name) => [name, '{gone}'] as const),
  ]);
}
