import { type Collection, resourceOf } from '../../../contract/resources.js';
import { type JsonObject, valueAt } from '../../../wire/json.js';
import { isSuccess } from '../../../wire/status.js';
import { idText, isEmpty } from '../../notation/shown-values.js';
import type { Shapes, TerseAnswer } from '../../profile/target-profile.js';
import { type RecordOperation, type ReadExchange, sentIn } from '../../reading/read-exchange.js';
import { isInRecord } from '../../reading/shape-discovery.js';

/** A response with a record, other than the item by its id. */
interface ShownAnswer {
  readonly kind: TerseAnswer;
  readonly operation: RecordOperation;
  readonly json: JsonObject;
  readonly sent: JsonObject;
}

/** The responses with a record from one write to the next. */
interface AnswerSeries {
  readonly collection: Collection;
  readonly answers: ShownAnswer[];
  item?: JsonObject;
}

/** One missing field is lost; only if more are missing, a response is terse. */
const FEWEST = 2;

/** The kinds of responses that always leave out fields which the item shows. */
export function findTerseAnswers(exchanges: readonly ReadExchange[], shapes: Shapes): readonly TerseAnswer[] {
  const showings = toShowings(exchanges, shapes);
  return (['write', 'by-slug'] as const).filter((kind) => leftOutBy(kind, showings, shapes).size >= FEWEST);
}

/** The fields that a kind of response always left out, those sent and those not sent counted separately. */
function leftOutBy(kind: TerseAnswer, showings: readonly AnswerSeries[], shapes: Shapes): ReadonlySet<string> {
  const leftOut = new Map<string, string>();
  const shown = new Set<string>();
  for (const { collection, answers, item = {} } of showings) {
    for (const { operation, json, sent } of answers.filter((answer) => answer.kind === kind)) {
      for (const [field, path] of fieldsOf(collection, shapes)) {
        const key = `${operation} ${collection} ${field} ${field in sent}`;
        if (isInRecord(json, field, path)) shown.add(key);
        else if (!isEmpty(valueAt(item, path))) leftOut.set(key, `${collection}.${field}`);
      }
    }
  }
  return new Set([...leftOut].flatMap(([key, field]) => (shown.has(key) ? [] : [field])));
}

const fieldsOf = (collection: Collection, shapes: Shapes) =>
  [...new Set([...Object.keys(resourceOf(collection).fields), 'slug'])].flatMap((field) => {
    const fact = shapes[collection]?.fields[field];
    return fact && !fact.isUnread ? [[field, fact.path] as const] : [];
  });

function toShowings(exchanges: readonly ReadExchange[], shapes: Shapes): readonly AnswerSeries[] {
  const showings: AnswerSeries[] = [];
  const latest = new Map<string, AnswerSeries>();
  for (const { about, exchange, status, records } of exchanges) {
    if (!about || about.operation === 'list' || !isSuccess(status)) continue;
    const { collection, operation, address } = about;
    const [json] = records;
    const isById = !address.startsWith('by-slug/');
    const key = `${collection}/${idText(valueAt(json, shapes[collection]?.id ?? ['id'])) ?? address}`;
    const known = operation === 'read' ? latest.get(key) : undefined;
    const showing = known ?? { collection, answers: [] };
    if (!known) showings.push(showing);
    latest.set(key, showing);
    if (!json) continue;
    if (operation === 'read' && isById) showing.item = json;
    else
      showing.answers.push({
        kind: operation === 'read' ? 'by-slug' : 'write',
        operation,
        json,
        sent: sentIn(exchange),
      });
  }
  return showings;
}
