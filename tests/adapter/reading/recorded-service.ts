import type { Site } from '../../../adapter/profile/target-profile.js';
import { idsIn } from '../../../adapter/reading/agreement.js';
import { type Collection, collections } from '../../../contract/resources.js';
import type { Exchange, Outcome, WireRequest } from '../../../wire/exchange.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { parseJson } from '../../../wire/message-body.js';
import { type GoldenExchange, goldenExchanges, toOutcome } from '../../fixtures/golden.js';
import { answer } from '../other-targets.js';
import { scripted } from '../ownership/scripted.js';

/** Where the service was that the exchanges were recorded from. */
export const recordedSite: Site = { root: '/wp-json', namespace: 'tribe/events/v1', languageParameter: 'lang' };

/** An exchange with the real service, sent again to a server that answers as that one did. */
export interface Resent {
  readonly name: string;
  readonly collection: Collection | undefined;
  readonly sent: JsonObject;
  readonly exchange: Exchange;
}

const recorded = goldenExchanges.filter(([, { source }]) => source === 'recorded');

/** Sends every recorded request again, in the order in which they were recorded. */
export const resendAll = (): Promise<readonly Resent[]> => Promise.all(recorded.map(resend));

async function resend([name, golden]: readonly [string, GoldenExchange]): Promise<Resent> {
  const { method, target, body } = golden.request;
  const { scope } = scripted(() => toOutcome(golden.response));
  const octets = body === undefined ? {} : { body: Buffer.from(body) };
  const exchange = await scope.send({ method, target, headers: [], ...octets });
  const json = parseJson(body ?? '');
  return { name, collection: collectionOf(target), sent: isJsonObject(json) ? json : {}, exchange };
}

const collectionOf = (target: string): Collection | undefined =>
  collections.find((collection) => new RegExp(`/v1/${collection}\\b`).test(target));

const bodyOf = (number: string): JsonValue =>
  recorded.find(([name]) => name.startsWith(`recorded-${number}-`))?.[1].response.body ?? null;

/** The records that the service holds, in the order of its lists, and its empty lists, by what they were recorded as. */
const held: Readonly<Record<Collection, { readonly empty: string; readonly records: readonly string[] }>> = {
  events: { empty: '0010', records: ['0021', '0084'] },
  venues: { empty: '0012', records: ['0023', '0031'] },
  organizers: { empty: '0014', records: ['0025', '0033'] },
  categories: { empty: '0016', records: ['0027', '0035'] },
  tags: { empty: '0018', records: ['0029'] },
};

/** The ids of the records that the service holds, in the order of its lists. */
export const recordedIds = (collection: Collection): readonly string[] =>
  held[collection].records.map(bodyOf).flatMap((record) => idsIn(record));

/**
 * The service as a server to read from. A full list was recorded of events alone; the others are put together of the
 * empty one and of the records as they were read.
 */
export function serveRecorded({ empty }: { readonly empty: boolean }): (request: WireRequest) => Outcome {
  const unknown = answer(404, { code: 'rest_no_route', message: 'x', data: { status: 404 } });
  return ({ method, target }) => {
    const [, name, id] = /\/v1\/(\w+)(?:\/(\d+))?\/?(?:\?|$)/.exec(target) ?? [];
    const collection = collections.find((one) => one === name);
    if (method !== 'GET' || !collection) return unknown;
    const records = empty ? [] : held[collection].records.map(bodyOf);
    const found = records.find((record) => idsIn(record).includes(id ?? ''));
    if (id !== undefined) return found === undefined ? unknown : answer(200, found);
    return listOf(collection, /[?&]page=/.test(target) ? [] : records);
  };
}

function listOf(collection: Collection, records: readonly JsonValue[]): Outcome {
  const envelope = bodyOf(held[collection].empty);
  const [total, pages] = [records.length, Math.min(records.length, 1)];
  const body = { ...(isJsonObject(envelope) && envelope), [collection]: records, total, total_pages: pages };
  return answer(200, body, [
    ['X-TEC-Total', `${total}`],
    ['X-TEC-TotalPages', `${pages}`],
  ]);
}
