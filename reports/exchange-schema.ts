import { count, either, integer, list, object, oneOf, type Schema, text, time, type TypeOf } from './typed-schema.js';

/** Header fields as pairs, in order. */
const headers: Schema<readonly (readonly [name: string, value: string])[]> = {
  type: 'array',
  items: { type: 'array', prefixItems: [text, text], minItems: 2, items: false },
};
const base64: Schema<string> = { type: 'string', contentEncoding: 'base64' };
/** A body is `text` where it is UTF-8, else `base64`. */
const body = either(object({ text }), object({ base64 }));
const request = object({ method: text, target: text, headers }, { body });
const response = object({ status: integer, headers }, { body });

const outcome = either(
  object({ kind: oneOf('response', 'truncated'), response }),
  object(
    { kind: oneOf('reset', 'stalled', 'malformed', 'unreachable'), message: text },
    { code: text, unended: count },
  ),
);

/** The JSON Schema of an exchange in a run report. */
export const exchange = object(
  {
    number: count,
    phase: oneOf('probe', 'world', 'arrange', 'check', 'clean-up'),
    ms: count,
    request,
    outcome,
    /** The request as a line for a shell; secrets are variables in it. */
    curl: text,
  },
  {
    /** The name of the identity that sent it, where it was not the default one. */
    identity: text,
    /** When it was sent. */
    sent: time,
    /** The header field of this name that was sent besides, by which the target's own traces show it. */
    traceparent: text,
    /** The targets, in origin-form, of the redirects that were followed. */
    followed: list(text),
  },
);

export type ReportedExchange = TypeOf<typeof exchange>;
export type ReportedOutcome = TypeOf<typeof outcome>;
export type ReportedMessage = Omit<TypeOf<typeof response>, 'status'>;
