import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { permissionOf } from '../../adapter/profile/rights.js';
import { byId } from '../../adapter/reading/paths.js';
import { markOf } from '../../adapter/reading/record-queries.js';
import type { Subject } from '../../adapter/subject.js';
import type { Collection } from '../../contract/resources.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import { type Exchange, headerValue } from '../../wire/exchange.js';
import { statusOf } from '../../wire/status.js';

/** A record that is meant to be hidden from others. */
export interface HiddenRecord extends Made {
  /** The status that it was given. */
  readonly status: string;
  /** A word of its description to search for. */
  readonly sought: string;
  /** Another word of its description, which nobody ever sends again. */
  readonly canary: string;
  /** As shown to an identity that may read it; undefined where none is shown or none was asked for. */
  readonly etag: string | undefined;
}

const etagOf = ({ outcome }: Exchange): string | undefined =>
  outcome.kind === 'response' ? headerValue(outcome.response.headers, 'etag') : undefined;

/** What to hide, with statuses that may do it. */
interface Hiding {
  readonly collection: Collection;
  readonly body: Payload;
  readonly statuses: readonly string[];
}

/** Makes a record with the first of several statuses that the target takes, and two words that no other record has. */
export async function makeHidden(calendar: Calendar, { collection, body, statuses }: Hiding): Promise<HiddenRecord> {
  const [sought, canary] = [calendar.token(), calendar.token()];
  const whole = { ...body, description: `About ${sought} ${canary}` };
  const { made, status } = await makeWith(calendar, collection, whole, statuses);
  return { ...made, status, sought, canary, etag: undefined };
}

/** Reads a hidden record as its owner: what is kept of the response may be shown to the next who asks. */
export async function readAsOwner({ calendar }: Subject, record: HiddenRecord): Promise<HiddenRecord> {
  return { ...record, etag: etagOf(await calendar.read(record.collection, byId(record))) };
}

async function makeWith(
  calendar: Calendar,
  collection: Collection,
  body: Payload,
  [status = 'draft', ...others]: readonly string[],
): Promise<{ readonly made: Made; readonly status: string }> {
  try {
    return { made: await calendar.make(collection, { ...body, status }), status };
  } catch (error) {
    if (others.length === 0 || !(error instanceof Inconclusive)) throw error;
    return makeWith(calendar, collection, body, others);
  }
}

/** Sees to it that a record is refused to an identity by its id. @throws Inconclusive where it may read the record. */
export async function requireHidden(subject: Subject, name: string, record: HiddenRecord): Promise<void> {
  const exchange = await subject.as(name).read(record.collection, byId(record));
  if (permissionOf(exchange) === 'refused') return keepHidden(subject, name, record, exchange);
  throw new Inconclusive(`a GET by ${name} of a record with status ${record.status} returned ${statusOf(exchange)}`);
}

/** Expects a refusal to show nothing of what it refuses; from then on no response to that identity may. */
export function keepHidden({ canaries }: Subject, name: string, record: HiddenRecord, refusal: Exchange): void {
  const { collection, canary, body, etag } = record;
  for (const text of [canary, markOf(collection, body)]) canaries.hide(text, name);
  canaries.expectKept(refusal);
  expectThat(etag === undefined || etagOf(refusal) !== etag, {
    kind: 'header',
    expected: `a refusal to ${name} without the ETag of the hidden record`,
    observed: `ETag: ${etag}`,
    exchange: refusal,
  });
}
