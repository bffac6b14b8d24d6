import type { JsonObject, JsonValue } from '../../harness/json.js';
import type { FieldShown } from '../../target/facts/fact.js';
import { amountsIn } from '../../target/amount.js';
import { showingFields } from '../learns.js';
import { type Represent, representing } from '../represent.js';
import type { Variant } from '../variant.js';

/** An image as services show it: its address among much else. */
const toImageObject = (url: string): JsonObject => ({
  url,
  id: 7,
  extension: url.slice(url.lastIndexOf('.') + 1),
  width: 900,
  height: 600,
  sizes: { medium: { width: 300, height: 200, url: `${url}?size=medium` } },
});

const showImage: Represent = (lens, collection, record) => {
  const url = lens.text(collection, record, 'image');
  return url === '' ? record : lens.withField(collection, record, 'image', toImageObject(url));
};

const toPrice = (amount: number): string =>
  `€ ${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** The amounts of a cost, written out for people, and by themselves beside it. */
const showCost: Represent = (lens, collection, record) => {
  const amounts = collection === 'events' ? amountsIn(lens.text(collection, record, 'cost')) : [];
  if (amounts.length === 0) return record;
  const details = { currency_symbol: '€', values: amounts.map(String) };
  const shown = { ...record, cost_details: details };
  return lens.withField(collection, shown, 'cost', amounts.map(toPrice).join(' – '));
};

const showAmount: Represent = (lens, collection, record) => {
  const amount = collection === 'events' ? lens.text(collection, record, 'cost') : '';
  return amount === '' ? record : lens.withField(collection, record, 'cost', { amount, currency: 'EUR' });
};

/** The amounts of a cost in another notation; words stay as they are. */
const showAmounts =
  (write: (amounts: readonly number[]) => JsonValue): Represent =>
  (lens, collection, record) => {
    const amounts = collection === 'events' ? amountsIn(lens.text(collection, record, 'cost')) : [];
    return amounts.length === 0 ? record : lens.withField(collection, record, 'cost', write(amounts));
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

/** Values that tell more than what was sent: how they are shown is not stated. */
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
    statement: 'A cost is written out with its currency, and its amounts stand beside it.',
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
    statement: 'A cost that is told in figures is shown as the least and the most of it.',
    learns: showing('cost', { type: ['object'], text: 'display' }),
    create: representing(showRange),
  },
  {
    id: 'cost.tickets',
    aspect: 'cost',
    statement: 'A cost that is told in figures is shown as an object in a notation that is not known.',
    learns: showing('cost', { type: ['object'], text: 'display' }),
    allowances: [{ requirement: 'events.fields.cost', reason: 'It is shown in a notation that is not known.' }],
    create: representing(showTickets),
  },
];
