import { atTime, dayOf } from '../../../adapter/notation/day-times.js';
import type { Outcome, Send } from '../../../wire/exchange.js';
import type { JsonObject, JsonValue } from '../../../wire/json.js';
import { interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { toClock } from '../../intercept/list-selection.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { recordBefore } from '../../intercept/record-lookup.js';
import { type Represent, representing } from '../../intercept/record-rewrite.js';
import { bodyOf, editBody, withJson } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { showingFields } from '../../learned-facts.js';
import type { Variant } from '../../variant.js';

/** Acts on the body of a create or update, and on the record as it is before that; none before a create. */
const onBodies = (view: WireView, act: (written: Written, next: Send) => Promise<Outcome>) =>
  interceptOperations(view, [{ kind: 'create' }, { kind: 'update' }], async (call, next) => {
    const body = bodyOf(call.request);
    if (!body) return next(call.request);
    const before = call.operation.kind === 'update' ? await recordBefore({ view, call, next }) : undefined;
    return act(
      { call, body, field: (name) => body[name] ?? (before && view.field(call.collection, before, name)) },
      next,
    );
  });

interface Written {
  readonly call: OperationCall;
  readonly body: JsonObject;
  /** A field as it is sent, else as it is. */
  field(name: string): JsonValue | undefined;
}

const isTrue = (value: JsonValue | undefined): boolean => /^"?(true|1)"?$/.test(JSON.stringify(value) ?? '');

const clockOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' ? toClock(value) : undefined;

/** An event that lasts all day begins with its first day and ends with its last. */
const widening = (view: WireView) =>
  onBodies(view, ({ call, body, field }, next) => {
    const [start, end] = [clockOf(field('start_date')), clockOf(field('end_date'))];
    const touched = ['all_day', 'start_date', 'end_date'].some((name) => body[name] !== undefined);
    const isWhole = call.collection === 'events' && touched && isTrue(field('all_day'));
    if (!isWhole || start === undefined || end === undefined || end < start) return next(call.request);
    const whole = { start_date: atTime(dayOf(start), '00:00:00'), end_date: atTime(dayOf(end), '23:59:59') };
    return next(withJson(call.request, { ...body, ...whole }));
  });

/** What is dated ahead waits: the site is thought to be at most a day from UTC. */
const scheduling = (view: WireView, now: () => number) =>
  onBodies(view, ({ call, body, field }, next) => {
    const date = clockOf(body.date) ?? clockOf(body.date_utc);
    const isAhead = date !== undefined && date > new Date(now() + DAY).toISOString().replace('T', ' ');
    const isPublic = (field('status') ?? 'publish') === 'publish';
    return next(isAhead && isPublic ? withJson(call.request, { ...body, status: 'future' }) : call.request);
  });

const DAY = 86_400_000;

/** The UTC time of a date on the site: read from a record that is created for it. */
async function inUtc(view: WireView, { at, request }: OperationCall, next: Send, date: JsonValue): Promise<string> {
  const trial = withJson(
    { method: 'POST', target: at('/organizers'), headers: request.headers },
    { organizer: 'Trial', status: 'draft', date },
  );
  const made = view.record('organizers', await next(trial));
  if (!made) return '';
  await next({ method: 'DELETE', target: at(`/organizers/${view.id('organizers', made)}`), headers: request.headers });
  return view.text('organizers', made, 'date_utc');
}

/** A date and one in UTC that is another are refused. */
const agreeing = (view: WireView) =>
  onBodies(view, async ({ call, body: { date, date_utc: utc } }, next) => {
    const bothSent = clockOf(date) !== undefined && clockOf(utc) !== undefined;
    if (!bothSent || (await inUtc(view, call, next, date ?? null)) === clockOf(utc)) return next(call.request);
    return toRefusal(400);
  });

const asFlag = (value: JsonValue | undefined): JsonValue =>
  isTrue(value) ? true : /^"?(false|0)"?$/.test(JSON.stringify(value ?? null)) ? false : (value ?? null);

/** A venue with flags for what was sent as text, and with its state or province where both are asked for. */
const showing: Represent = (view, collection, record) => {
  if (collection !== 'venues') return record;
  const flags = ['show_map', 'show_map_link'].reduce((venue, name) => {
    const value = view.field('venues', venue, name);
    return value === undefined ? venue : view.withField('venues', venue, name, asFlag(value));
  }, record);
  const [whole, state, province] = ['stateprovince', 'state', 'province'].map((name) =>
    view.field('venues', flags, name),
  );
  return whole === undefined
    ? flags
    : view.withField('venues', flags, 'stateprovince', whole ?? state ?? province ?? null);
};

/** The other readings of fields. */
export const fieldReadings: readonly Variant[] = [
  {
    id: 'reading.fields-understood',
    aspect: 'reading.fields',
    statement:
      'An all-day event is widened to whole days, a future publication date delays publication, dates that contradict their UTC twins are refused, stateprovince is filled from state or province, and show_map of a venue is a flag.',
    readings: {
      'event.all-day.times': 'whole-days',
      'date.future': 'changes-status',
      'date.against-utc': 'refused',
      'venue.stateprovince': 'derived',
      'venue.show-map': 'boolean',
    },
    learns: showingFields((field, { collection, name }) => {
      if (collection !== 'venues' || !name.startsWith('show_map')) return field;
      const { text: _, ...others } = field;
      return { ...others, type: ['boolean'] };
    }),
    create: (seed, view, clock) =>
      inTurn(
        representing(showing)(seed, view),
        agreeing(view),
        widening(view),
        scheduling(view, () => clock.now()),
      ),
  },
  {
    id: 'reading.utc-beats-date',
    aspect: 'reading.fields',
    statement: 'A date in UTC wins over a local one.',
    readings: { 'date.against-utc': 'utc-wins' },
    create: (_, view) =>
      interceptOperations(view, [{ kind: 'create' }, { kind: 'update' }], ({ request }, next) =>
        next(
          editBody(request, ({ date, ...body }) =>
            date === undefined || (clockOf(date) && clockOf(body.date_utc)) ? body : { ...body, date },
          ),
        ),
      ),
  },
];
