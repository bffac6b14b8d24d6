import type { Shown } from '../../adapter/reading/lens.js';
import { monitoringRequirement } from '../../adapter/subject.js';
import { collections } from '../../contract/resources.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { Monitor } from '../../kernel/monitor.js';
import { type Exchange, isSafe } from '../../wire/exchange.js';
import { isGranted } from '../../wire/status.js';
import { fieldIn, isAlike, isShownBy, shownFields } from '../expect/shown-in.js';
import { strongTagOf } from '../http/validators.js';
import { toReads, type Watching } from './evidence/steps.js';

/** A strong validator covers all that a GET returns (RFC 9110 section 8.8.1): a cache keeps what it leaves out. */
export const tagsCoverAll = monitoringRequirement({
  id: 'http.etag.anywhere',
  level: 'MUST',
  clause: 'http.validators',
  operations: collections.map((collection) => `${collection}.read` as const),
  profile: 'http',
  needs: ['http.etag'],
  statement:
    'Responses to GETs of a record with one strong ETag show the same values, and an update is not answered with the ETag of before.',
});

/** One GET of a record, and its strong ETag. */
interface Tagged {
  readonly exchange: Exchange;
  readonly shown: Shown;
  readonly tag: string;
}

/** Notices records that change while their ETag does not. */
export const watchTags = (watching: Watching): Monitor => ({
  requirement: tagsCoverAll.id,
  watch(exchanges) {
    const reads = toReads(watching, exchanges).flatMap(({ exchange, shown }): Tagged[] => {
      const tag = strongTagOf(exchange);
      return tag === undefined ? [] : [{ exchange, shown, tag }];
    });
    const changes = reads.flatMap((read, at) => {
      const first = before(reads.slice(0, at), read);
      const change = first && toChange(watching, first, read);
      return first && change ? [[...change.details, ...outdatedIn(exchanges, first, read)]] : [];
    });
    return changes.length === 0 ? undefined : changes.flat();
  },
});

/** The only write between two GETs that differ, with the ETag of the first: its own is the new one (RFC 9110 section 8.8). */
function outdatedIn(exchanges: readonly Exchange[], first: Tagged, second: Tagged): readonly DeviationDetails[] {
  const between = exchanges.slice(exchanges.indexOf(first.exchange) + 1, exchanges.indexOf(second.exchange));
  const [update, ...others] = between.filter(({ request }) => !isSafe(request.method));
  const isAt = update?.request.target === first.exchange.request.target && update.request.method !== 'DELETE';
  if (!update || !isAt || others.length > 0 || first.tag === second.tag) return [];
  if (!isGranted(update) || strongTagOf(update) !== first.tag) return [];
  const [expected, observed] = [`an ETag other than ${first.tag}, which was that of before`, 'the same ETag'];
  return [{ kind: 'header', expected, observed, exchange: update }];
}

/** The GET of the same address that came before. */
const before = (reads: readonly Tagged[], { exchange }: Tagged): Tagged | undefined =>
  reads.findLast((one) => one.exchange.request.target === exchange.request.target);

/** A field that differs between two responses, and what is wrong with that. */
interface Change {
  readonly details: readonly DeviationDetails[];
}

function toChange(watching: Watching, first: Tagged, { exchange, shown, tag }: Tagged): Change | undefined {
  const changed = changedField(watching, first.shown, shown);
  if (changed === undefined) return undefined;
  if (first.tag !== tag) return { details: [] };
  const [expected, observed] = [`an ETag other than ${tag} once ${changed} has changed`, 'the same ETag'];
  return { details: [{ kind: 'header', expected, observed, exchange }] };
}

const changedField = (watching: Watching, first: Shown, second: Shown): string | undefined =>
  shownFields(watching, first.collection)
    .filter((field) => [first, second].every((shown) => isShownBy(watching, shown, field)))
    .find((field) => {
      const [one, other] = [first, second].map((shown) => fieldIn(watching, shown, field));
      return !isAlike(watching, { collection: first.collection, field, one, other });
    });
