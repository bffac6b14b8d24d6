import type { FieldShown } from '../../../adapter/profile/fact.js';
import { amountsIn } from '../../../adapter/reading/agreement.js';
import type { JsonObject, JsonValue } from '../../../wire/json.js';
import { type Represent, representing } from '../../intercept/record-rewrite.js';
import { inSequence, learning, type Learns, showingFields } from '../../learned-facts.js';
import type { Variant } from '../../variant.js';

const isNothing = (value: JsonValue): boolean => value === null || value === '';

/** Shows every text, number or flag without a value in one way. */
const showingNothingAs =
  (nothing: JsonValue): Represent =>
  (_, __, record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, isNothing(value) ? nothing : value]));

const withoutEmpty = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => !isNothing(value) && JSON.stringify(value) !== '[]'));

/** Fields that showed one of these without a value show another thing. */
export const withEmpty = (field: FieldShown, before: readonly string[], now: string): FieldShown => {
  const empty = field.empty?.map((one) => (before.includes(one) ? now : one));
  return empty ? { ...field, empty: [...new Set(empty)].toSorted() } : field;
};

/** What is sent where nobody has shown it yet is then shown everywhere as it is of an organizer. */
const asOfOrganizers =
  (sent: 'author' | 'image'): Learns =>
  (facts) => {
    const { type, text } = facts[`organizers.fields.${sent}`] ?? {};
    const shown = { ...(type && { type }), ...(text && { text }) };
    return showingFields((field, { name }) => (name === sent ? { ...field, ...shown } : field))(facts);
  };

/** How fields without a value are shown: a null default is what may be sent, not what is seen. */
export const empties: readonly Variant[] = [
  {
    id: 'empty.left-out',
    aspect: 'empty',
    statement: 'Fields without a value are left out.',
    allowances: [
      {
        requirement: 'concurrency.',
        reason: 'Reading fields that no response showed takes requests: none may be left at the end.',
      },
    ],
    // What no answer has shown is sent once more, as an update.
    learns: inSequence(
      showingFields((field) => withEmpty(field, ['null', "''", '[]'], 'absent')),
      learning({ 'access.update': { events: true, venues: true, organizers: true } }),
      // What an event was looked at for is deleted.
      (facts) => ({ ...facts, 'access.delete': { ...facts['access.delete'], events: true } }),
      asOfOrganizers('image'),
      asOfOrganizers('author'),
    ),
    create: representing((_, __, record) => withoutEmpty(record)),
  },
  {
    id: 'empty.as-null',
    aspect: 'empty',
    statement: 'Fields without a value are null, texts too.',
    learns: showingFields((field) => withEmpty(field, ["''"], 'null')),
    create: representing(showingNothingAs(null)),
  },
  {
    id: 'empty.as-text',
    aspect: 'empty',
    statement: 'Fields without a value are empty texts.',
    learns: showingFields((field) => withEmpty(field, ['null'], "''")),
    create: representing(showingNothingAs('')),
  },
  {
    id: 'empty.as-false',
    aspect: 'empty',
    statement: 'Fields without a value are false.',
    learns: showingFields((field) => withEmpty(field, ['null', "''"], 'false')),
    create: representing(showingNothingAs(false)),
  },
];

/** An image as services show it: its address among much else. */
const toImageObject = (url: string): JsonObject => ({
  url,
  id: 7,
  extension: url.slice(url.lastIndexOf('.') + 1),
  width: 900,
  height: 600,
  sizes: { medium: { width: 300, height: 200, url: `${url}?size=medium` } },
});

const showImage: Represent = (view, collection, record) => {
  const url = view.text(collection, record, 'image');
  return url === '' ? record : view.withField(collection, record, 'image', toImageObject(url));
};

const toPrice = (amount: number): string =>
  `€ ${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** The amounts of a cost, written out for people, and by themselves beside it. */
const showCost: Represent = (view, collection, record) => {
  const amounts = collection === 'events' ? amountsIn(view.text(collection, record, 'cost')) : [];
  if (amounts.length === 0) return record;
  const details = { currency_symbol: '€', values: amounts.map(String) };
  const shown = { ...record, cost_details: details };
  return view.withField(collection, shown, 'cost', amounts.map(toPrice).join(' – '));
};

const showAmount: Represent = (view, collection, record) => {
  const amount = collection === 'events' ? view.text(collection, record, 'cost') : '';
  return amount === '' ? record : view.withField(collection, record, 'cost', { amount, currency: 'EUR' });
};

/** The amounts of a cost in another notation; words stay as they are. */
const showAmounts =
  (write: (amounts: readonly number[]) => JsonValue): Represent =>
  (view, collection, record) => {
    const amounts = collection === 'events' ? amountsIn(view.text(collection, record, 'cost')) : [];
    return amounts.length === 0 ? record : view.withField(collection, record, 'cost', write(amounts));
  };

/** The least and the most of a cost. */
const showRange = showAmounts((amounts) => {
  const [min, max] = [Math.min(...amounts), Math.max(...amounts)];
  return { min, max, currency: 'EUR', free: max === 0 };
});

/** Each amount of a cost, as a service calls it. */
const showTickets = showAmounts((amounts) => {
  const tickets = amounts.map((price, index) => ({ name: `Ticket ${index}`, cents: price * 100 }));
  return { tickets, currency: 'EUR' };
});

const showing = (named: string, value: Pick<FieldShown, 'type' | 'text'>) =>
  showingFields((field, { name }) => (name === named && field.type ? { ...field, ...value } : field));

/** Values that show more than what was sent: their notation is not stated. */
export const fullValues: readonly Variant[] = [
  {
    id: 'image.object',
    aspect: 'image',
    statement: 'An image is shown as an object that holds its address.',
    learns: showing('image', { type: ['object'], text: 'url-object' }),
    create: representing(showImage),
  },
  {
    id: 'cost.written-out',
    aspect: 'cost',
    statement: 'A cost is shown as text with its currency, beside its amounts.',
    learns: showing('cost', { type: ['string'], text: 'display' }),
    create: representing(showCost),
  },
  {
    id: 'cost.with-currency',
    aspect: 'cost',
    statement: 'A cost is shown as an amount and its currency.',
    learns: showing('cost', { type: ['object'], text: 'display' }),
    create: representing(showAmount),
  },
  {
    id: 'cost.range',
    aspect: 'cost',
    statement: 'A numeric cost is shown as its minimum and maximum.',
    learns: showing('cost', { type: ['object'], text: 'display' }),
    create: representing(showRange),
  },
  {
    id: 'cost.tickets',
    aspect: 'cost',
    statement: 'A numeric cost is shown as an object in an unknown notation.',
    learns: showing('cost', { type: ['object'], text: 'display' }),
    allowances: ['events.fields.cost', 'events.create.cost-of-zero'].map((requirement) => ({
      requirement,
      reason: 'It is shown in an unknown notation.',
    })),
    create: representing(showTickets),
  },
];
