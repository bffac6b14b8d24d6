import type { Interceptor, Outcome } from '../../harness/exchange.js';
import { alsoForHead } from '../also-for-head.js';
import { editJson, editResponse, isGranted } from '../edit-answer.js';
import { mapTexts } from '../json-edit.js';
import { createIdMover, type IdMover, referencesOf } from '../id-mover.js';
import { inTurn } from '../on.js';
import { type Represent, representing } from '../represent.js';
import type { Variant } from '../variant.js';
import type { WireView } from '../wire-lens.js';

/** Beyond what fits into 32 bits, and still exact in a JSON number (RFC 8259 section 6). */
const FAR = 2 ** 40;

/** Sends the ids that the target knows, and gets to know those that it makes. */
const asking =
  (lens: WireView, mover: IdMover): Interceptor =>
  async (request, next) => {
    const asked = lens.operationCall(request);
    const outcome = await next(asked ? mover.moveRequest(request, asked.collection) : request);
    if (asked?.operation.kind !== 'create' || !isGranted(outcome)) return outcome;
    const record = lens.record(asked.collection, outcome);
    if (record) mover.know(lens.id(asked.collection, record));
    return outcome;
  };

/** The id of a record, and those of what it refers to. */
const showing =
  ({ move }: IdMover): Represent =>
  (lens, collection, record) =>
    ['id', ...referencesOf(collection)].reduce((moved, name) => {
      const value = lens.field(collection, moved, name);
      return value === undefined ? moved : lens.withField(collection, moved, name, move(value));
    }, record);

const linking =
  ({ moveLink }: IdMover): Interceptor =>
  async (request, next) => {
    const move = (text: string, name: string): string => (name.endsWith('url') ? moveLink(text) : text);
    return inHeaders(
      editJson(await next(request), (body) => mapTexts(body, move)),
      moveLink,
    );
  };

const inHeaders = (outcome: Outcome, move: (link: string) => string): Outcome =>
  editResponse(outcome, (response) => ({
    ...response,
    headers: response.headers.map(([name, value]) => {
      if (/^location$/i.test(name)) return [name, move(value)];
      return [name, /^link$/i.test(name) ? value.replace(/(?<=<)[^>]*(?=>)/g, move) : value];
    }),
  }));

/** An id is an integer, of which no greatest is stated. */
export const bigIds: Variant = {
  id: 'ids.big',
  aspect: 'ids',
  statement: 'The ids of new records are greater than what fits into 32 bits.',
  create(seed, lens) {
    const mover = createIdMover(FAR);
    return alsoForHead(inTurn(linking(mover), representing(showing(mover))(seed, lens), asking(lens, mover)));
  },
};
