import { queryOf } from '../../contract/queries.js';
import { alsoForHead } from '../also-for-head.js';
import type { OperationCall } from '../asked.js';
import { toRefusal } from '../edit-answer.js';
import { interceptOperation } from '../on.js';
import type { Variant } from '../variant.js';

const DIGITS = ['1', '0'];
const WORDS = ['true', 'false'];

/** Refuses flags of lists that are written in another way than one of these. */
const taking = (waysOf: (name: string) => readonly string[]): Variant['create'] => {
  const isTaken = ({ collection }: OperationCall, [name, value]: readonly [string, string]): boolean => {
    const type = queryOf(collection)[name]?.type;
    return (type !== 'boolean' && type !== 'untyped') || waysOf(name).includes(value);
  };
  return (_, lens) =>
    alsoForHead(
      interceptOperation(lens, { kind: 'list' }, async (asked, next) =>
        [...asked.query].every((pair) => isTaken(asked, pair)) ? next(asked.request) : toRefusal(400),
      ),
    );
};

/** How flags are written in queries (gap.query.booleans): of one alone a default is stated as a digit. */
export const queryFlags: readonly Variant[] = [
  {
    id: 'strict.flags-as-digits',
    aspect: 'parameters',
    statement: 'Flags in queries are 1 or 0; anything else is refused.',
    create: taking(() => DIGITS),
  },
  {
    id: 'strict.flags-as-stated',
    aspect: 'parameters',
    statement: 'hide_empty is 1 or 0 and other flags in queries are true or false; anything else is refused.',
    create: taking((name) => (name === 'hide_empty' ? DIGITS : WORDS)),
  },
];
