import fc from 'fast-check';
import { toText } from '../../adapter/notation/shown-values.js';
import { idsIn } from '../../adapter/reading/agreement.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { payload, requiredOnly } from '../../generators/payload.js';
import { ref } from '../../generators/wire-value.js';
import { expectResponse, expectThat } from '../../kernel/expectations.js';
import { headerValue } from '../../wire/exchange.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import { decided, expectJsonAt, expectStatus } from './expect-response.js';

const everywhere = ['id', 'slug', 'url', 'rest_url', 'date', 'date_utc', 'modified', 'modified_utc'];

/** What is shown besides the fields of the interface. */
const added: Readonly<Record<Collection, readonly string[]>> = {
  events: [...everywhere, 'utc_start_date', 'utc_end_date'],
  venues: everywhere,
  organizers: everywhere,
  categories: [...everywhere, 'count'],
  tags: [...everywhere, 'count'],
};

/** What fields show that were not sent, where it is not null; undefined for what the server computes. */
const unsent: Readonly<Record<string, JsonValue | undefined>> = {
  // Whoever asks, where that is known.
  author: undefined,
  all_day: false,
  status: 'publish',
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
  slug: undefined,
  timezone: undefined,
  date: undefined,
  date_utc: undefined,
};

const unsetIn = (collection: Collection, sent: JsonObject): JsonObject => {
  const names = Object.keys(resourceOf(collection).fields).filter((name) => !(name in sent));
  const values = names.map((name) => [name, name in unsent ? unsent[name] : null] as const);
  return Object.fromEntries(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
};

const toList = (names: readonly string[]): string => [...new Set(names)].toSorted().join(', ');

/** Every field under its own name, what was not sent as null, and what the server adds. */
export const showsFields = (collection: Collection): CalendarRequirement =>
  requirement({
    ...decided,
    id: `reference.representation.${collection}`,
    clause: 'gap.representation',
    operations: [`${collection}.create`],
    needs: [`${collection}.create`],
    effects: 'writes',
    statement: `A create of ${collection} returns every field, unset ones as null or their default, and the record's URL.`,
    cost: 2,
    given: (world) => requiredOnly(resourceOf(collection), world),
    async check({ calendar }, sent) {
      const { exchange, body } = await calendar.create(collection, sent);
      const { headers } = expectStatus(exchange, 201);
      const json = jsonOf(exchange.outcome);
      const shown = isJsonObject(json) ? json : {};
      const expected = toList([...Object.keys(resourceOf(collection).fields), ...added[collection]]);
      const observed = toList(Object.keys(shown));
      expectThat(expected === observed, { kind: 'shape', expected, observed, exchange });
      for (const [field, value] of Object.entries(unsetIn(collection, body))) expectJsonAt(exchange, [field], value);
      expectJsonAt(exchange, ['rest_url'], headerValue(headers, 'location') ?? 'no Location');
      const [url, page] = [toText(shown.url), `/${resources[collection].singular}/${toText(shown.slug)}`];
      const isThere = URL.canParse(url) && decodeURIComponent(new URL(url).pathname) === page;
      expectThat(isThere, { kind: 'value', expected: `url ${page}`, observed: url, exchange });
    },
  });

const relations = { categories: 'categories', tags: 'tags', venue: 'venues', organizer: 'organizers' } as const;

export const embedsInOrder = requirement({
  ...decided,
  id: 'reference.representation.relations',
  clause: 'gap.representation.relations',
  operations: ['events.create'],
  needs: ['events.create', 'venues.create', 'organizers.create', 'categories.create', 'tags.create'],
  effects: 'writes',
  statement: 'An event embeds each linked record once, whole and in the order sent.',
  cost: 2,
  given: (world) =>
    payload(resourceOf('events'), world, { only: [] }).chain((base) =>
      fc
        .record(
          Object.fromEntries(
            Object.entries(relations).map(([relation, collection]) => {
              const refs = world.of(collection).filter(({ language }) => language === undefined);
              const [first, second] = refs.map((record) => ref(collection, record.ref.key)).reverse();
              return [relation, fc.constant(first && second ? [first, second, first] : [])];
            }),
          ),
        )
        .map((links) => ({ ...base, ...links })),
    ),
  async check({ calendar }, sent) {
    const { exchange, body } = await calendar.create('events', sent);
    expectResponse(exchange);
    const json = jsonOf(exchange.outcome);
    const shown = isJsonObject(json) ? json : {};
    for (const [relation, collection] of Object.entries(relations)) {
      const [wanted, found] = [idsIn(body[relation] ?? null), idsIn(shown[relation] ?? null)];
      const expected = [...new Set(wanted)].join(', ');
      const observed = found.join(', ');
      expectThat(expected === observed, { kind: 'order', expected, observed, exchange });
      const { label } = resources[collection];
      const whole = JSON.stringify(shown[relation] ?? null).split(`"${label}":`).length - 1;
      const observedLabels = `${whole} of ${found.length} with ${label}`;
      expectThat(whole === found.length, {
        kind: 'shape',
        expected: `a ${label} for each`,
        observed: observedLabels,
        exchange,
      });
    }
  },
});
