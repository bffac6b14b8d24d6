import type { Interceptor, Outcome } from '../../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import { alsoForHead, inEach, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { recordNow } from '../../intercept/record-lookup.js';
import { toRefusal } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { blanks } from '../sites/families.js';
import { isNothing, type Making, type Mistake } from './mistake.js';
import { type FaultSite, thingOf } from '../sites/fault-site.js';
import { howOf, valueMistakes } from './value-mistakes.js';

/** What is shown instead of the field of a record; undefined where the mistake does not concern it. */
type Show = (value: JsonValue | undefined, record: JsonObject) => JsonValue | undefined;

/** A record with another value for the field of a site. */
function reshown(view: WireView, { collection, name }: FaultSite, show: Show): (record: JsonObject) => JsonObject {
  return (record) => {
    const shown = show(view.field(collection, record, name), record);
    return shown === undefined ? record : view.withField(collection, record, name, shown);
  };
}

/** An event with the records of one relation rewritten. */
const linkedBy =
  (within: string, edit: (record: JsonObject) => JsonObject) =>
  (event: JsonObject): JsonObject => {
    const linked = event[within];
    if (!isJsonArray(linked)) return event;
    return { ...event, [within]: linked.map((one) => (isJsonObject(one) ? edit(one) : one)) };
  };

/** Shows a field otherwise than it is. */
const showing = (making: Making, show: Show): Interceptor => {
  const { site, view, when } = making;
  const reshow = reshown(view, site, (value, record) => (when.value(value) ? show(value, record) : undefined));
  const edit = site.within === undefined ? reshow : linkedBy(site.within, reshow);
  return alsoForHead(
    interceptOperations(view, site.choices, async (call, next) => {
      const outcome = await next(call.request);
      if (!(await when.call(call, next))) return outcome;
      const { collection, operation } = call;
      return operation.kind === 'list'
        ? view.editItems(collection, outcome, (items) => items.map(edit))
        : view.editRecord(collection, outcome, edit);
    }),
  );
};

/** What the field was before the latest update of each record, by id. */
function formerValues({ site, view }: Making): {
  readonly watch: Interceptor;
  of(record: JsonObject): JsonValue | undefined;
} {
  const { collection, name } = site;
  const former = new Map<string, JsonValue>();
  return {
    watch: interceptOperations(view, inEach([collection], { kind: 'update' }), async (call, next) => {
      const before = (await recordNow(view, call, next)) ?? {};
      const value = view.field(collection, before, name);
      if (value !== undefined) former.set(view.id(collection, before), value);
      return next(call.request);
    }),
    of: (record) => former.get(view.id(collection, record)),
  };
}

const isShown = ({ kind }: FaultSite): boolean => kind === 'shown';

const hasFormer = (site: FaultSite): boolean => isShown(site) && site.does !== 'create';

/** The values of the field of a site in an answer. */
function valuesIn({ site, view }: Making, call: OperationCall, outcome: Outcome): readonly (JsonValue | undefined)[] {
  const { collection, operation } = call;
  const record = view.record(collection, outcome);
  const records = operation.kind === 'list' ? view.items(collection, outcome) : record ? [record] : [];
  const linked = (within: string): readonly JsonObject[] =>
    records.flatMap((one) => (isJsonArray(one[within]) ? one[within].filter(isJsonObject) : []));
  return (site.within === undefined ? records : linked(site.within)).map((one) =>
    view.field(site.collection, one, site.name),
  );
}

/** Breaks down where a field has a value that nobody expected. */
const breaking = (making: Making): Interceptor =>
  alsoForHead(
    interceptOperations(making.view, making.site.choices, async (call, next) => {
      const outcome = await next(call.request);
      if (!isGranted(outcome)) return outcome;
      const isHit = valuesIn(making, call, outcome).some((value) => !isNothing(value) && making.when.value(value));
      return isHit && (await making.when.call(call, next)) ? toRefusal(500) : outcome;
    }),
  );

const ofRecords: readonly Mistake[] = [
  {
    id: 'defaulted',
    isOfAnyValue: true,
    fits: (site) => isShown(site) && site.family in blanks,
    does: (site) => `shows ${thingOf(site)} without its value`,
    create: (making) =>
      showing(making, (value) => (isNothing(value) ? undefined : (blanks[making.site.family] ?? null))),
  },
  {
    id: 'swapped',
    fits: (site) => isShown(site) && site.neighbour !== undefined,
    does: (site) => `shows ${site.neighbour} as ${thingOf(site)}`,
    create: (making) => {
      const { collection, neighbour = '' } = making.site;
      return showing(making, (_, record) => making.view.field(collection, record, neighbour));
    },
  },
  {
    id: 'stale',
    isOfAnyValue: true,
    fits: hasFormer,
    does: (site) => `shows ${thingOf(site)} as it was before the last update`,
    create: (making) => {
      const former = formerValues(making);
      return inTurn(
        showing(making, (_, record) => former.of(record)),
        former.watch,
      );
    },
  },
  {
    id: 'leaked',
    fits: isShown,
    does: (site) => `shows ${thingOf(site)} of the record before, where a record has none`,
    create: (making) => {
      let last: JsonValue | undefined;
      return showing(making, (value) => {
        if (isNothing(value)) return last;
        last = value;
        return undefined;
      });
    },
  },
  {
    id: '500',
    isOfAnyValue: true,
    fits: (site) => isShown(site) && (site.does === 'list' || site.does === 'read'),
    does: (site) => `with ${thingOf(site)} in it is answered by 500`,
    create: breaking,
  },
];

/** What can go wrong with a field on its way to the client. */
export const shownMistakes: readonly Mistake[] = [
  ...ofRecords,
  ...valueMistakes.map(
    (mistake): Mistake => ({
      id: mistake.id,
      fits: (site) => isShown(site) && mistake.among.includes(site.family),
      does: (site) => howOf('shows', mistake, site),
      create: (making) =>
        showing(making, (value) =>
          value === undefined || value === null ? undefined : mistake.change(value, making.site),
        ),
    }),
  ),
];
