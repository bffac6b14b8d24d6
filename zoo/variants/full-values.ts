import type { JsonObject } from '../../harness/json.js';
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
];
