import { about, cleanUp, conclusion, facts, kind, requirement, texts } from './run-report-schema.js';
import { count, either, object, oneOf, only, type PublishedSchema, text, time, type TypeOf } from './typed-schema.js';

/** The name and version of a line of `--report ndjson`; the version grows when a reader of the old one would be misled. */
export const RUN_EVENT = 'calproof.event/1';

/** What every event has; `time` is when it was written. */
const head = { format: only(RUN_EVENT), time };
const { learned, ...known } = facts.required;
const { warnings, ...further } = facts.optional;

const runEvent = either(
  /** The first line; `planned` are the ids of all requirements of the run. */
  object({ ...head, type: only('run-started'), ...known, planned: texts }, further),
  /** `namespace` is where the calendar was found. */
  object({ ...head, type: only('target-learned'), namespace: text, learned, warnings }),
  object({ ...head, type: only('requirement-started'), id: text }),
  /** A monitor noticed something for `id` in the exchanges of `source`: it is a failure only if it shows again. */
  object({
    ...head,
    type: only('nomination'),
    id: text,
    source: text,
    deviation: object({ kind, expected: text, observed: text }, { about }),
  }),
  /** The last one of an id counts: failures are repeated, and explained by others, when all is judged. */
  object(
    {
      ...head,
      type: only('requirement-ended'),
      id: text,
      level: oneOf('MUST', 'SHOULD', 'MAY'),
      outcome: oneOf('passed', 'failed', 'known', 'cantTell', 'inapplicable', 'untested'),
      /** How many requests its verdict took. */
      requests: count,
    },
    {
      /** Why there is no verdict. */
      reason: text,
      /** The failure that explains it. */
      cause: text,
      ms: count,
    },
  ),
  /** Follows the end of a requirement that failed, as the run report has it. */
  object({ ...head, type: only('failure'), requirement }),
  /** These failures are repeated and shrunk. */
  object({ ...head, type: only('examination-started'), ids: texts }),
  object({ ...head, type: only('clean-up-started') }),
  object({ ...head, type: only('clean-up-ended'), ...cleanUp.required }, cleanUp.optional),
  /** The last line. */
  object({ ...head, type: only('run-ended'), ...conclusion }),
);

/** The JSON Schema 2020-12 of one line of `--report ndjson`. Readers should ignore types and members that they do not know. */
export const runEventSchema: PublishedSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:calproof:run-event:1',
  title: 'calproof event of a run, version 1',
  ...runEvent,
};

export type StreamedEvent = TypeOf<typeof runEvent>;
