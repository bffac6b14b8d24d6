import type { Collection } from '../contract/resources.js';
import type { WireRequest } from '../wire/exchange.js';
import type { JsonObject } from '../wire/json.js';
import type { Fault } from './fault.js';
import { interceptLists } from './intercept/intercept-operation.js';
import type { OperationCall } from './intercept/operation-call.js';
import type { WireView } from './intercept/wire-view.js';

/** The collections that events take place at or are organized by. */
export const places = ['venues', 'organizers'] as const;

/** The collections of terms. */
export const terms = ['categories', 'tags'] as const;

/** All collections but events. */
export const exceptEvents = [...places, ...terms] as const;

/** The clause of pages, totals and page links. */
export const PAGES = 'coherence.pages';

/** Lists that answer another request than the one that was sent. */
export const misreading =
  (among: readonly Collection[], misread: (call: OperationCall) => WireRequest): Fault['create'] =>
  (_, view) =>
    interceptLists(view, among, (call, next) => next(misread(call)));

/** Edits the records on one page of a list. */
type EditPage = (items: readonly JsonObject[], call: OperationCall, view: WireView) => readonly JsonObject[];

/** Lists that leave out, repeat or reorder records of each page. */
export const editingPages =
  (among: readonly Collection[], edit: EditPage): Fault['create'] =>
  (_, view) =>
    interceptLists(view, among, async (call, next) =>
      view.editItems(call.collection, await next(call.request), (items) => edit(items, call, view)),
    );
