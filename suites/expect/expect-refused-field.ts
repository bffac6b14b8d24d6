import { shownFieldId } from '../../contract/clauses/resource-clauses.js';
import type { Collection } from '../../contract/resources.js';
import { expectRefusal } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';

/** A write that had to be refused for one field. */
interface RefusedWrite {
  readonly collection: Collection;
  /** The write in words: `a create of an event`. */
  readonly write: string;
  /** The field and what is wrong with it: `title is missing`. */
  readonly violation: string;
  readonly exchange: Exchange;
}

/** Expects a write to be refused because one field is malformed or missing. */
export function expectRefusedField({ collection, write, violation, exchange }: RefusedWrite): void {
  const [field = '', ...words] = violation.split(' ');
  const about = { field: shownFieldId(collection, field), mistake: words.join(' ') };
  expectRefusal(exchange, `${write} where ${violation}`, about);
}
