import fc, { type Arbitrary } from 'fast-check';
import type { Resource } from '../contract/resources.js';
import { fieldValue, twoValues } from './field-value.js';
import { type FieldChoice, kindIn, settled, type TextKind } from './payload.js';
import { schedule } from './schedule-times.js';
import type { Surroundings } from './surroundings.js';
import type { Payload, WireValue } from './wire-value.js';

/** A body that a conforming target must accept on create, and new values for each of its fields. */
interface ChangedBody {
  readonly before: Payload;
  /** None of them as before, where more than one value is known. */
  readonly after: Payload;
}

type Pair = readonly [before: Payload, after: Payload];

const TIMES = ['start_date', 'end_date'];

/** The two values of a field; one for both, where only one is known. */
function pairOf(
  resource: Resource,
  field: string,
  surroundings: Surroundings,
  first: TextKind | undefined,
): Arbitrary<Pair> | undefined {
  const { collection } = resource;
  const kind = kindIn(resource, field, first);
  const one = fieldValue(collection, field, surroundings, kind)?.map((value) => [value, value] as const);
  const both: Arbitrary<readonly [WireValue, WireValue]> | undefined =
    twoValues(collection, field, surroundings, kind) ?? one;
  return both?.map(([before, after]) => [{ [field]: before }, { [field]: after }]);
}

const twoSchedules = ({ span }: Surroundings): Arbitrary<Pair> =>
  fc
    .tuple(schedule(span), schedule(span))
    .filter(([one, other]) => one.start_date !== other.start_date && one.end_date !== other.end_date);

/**
 * A record with all its fields, and a change of all of them: whichever field an update loses, the record shows the old
 * value or none instead of the new one. Of fields that state the same thing, both bodies have the same one. The change
 * of a text is of the kind after the one that it had.
 */
export function changedBody(
  resource: Resource,
  surroundings: Surroundings,
  { omit = [], kind }: Pick<FieldChoice, 'omit' | 'kind'> = {},
): Arbitrary<ChangedBody> {
  const names = Object.keys(resource.fields).filter((name) => !omit.includes(name) && !TIMES.includes(name));
  const pairs = names.flatMap((name) => pairOf(resource, name, surroundings, kind) ?? []);
  const times = 'start_date' in resource.fields ? [twoSchedules(surroundings)] : [];
  return fc.tuple(fc.tuple(...pairs, ...times), fc.boolean()).map(([all, keepFirst]) => {
    const [before, after] = all.reduce(
      ([one, other], pair) => [
        { ...one, ...pair[0] },
        { ...other, ...pair[1] },
      ],
      [{}, {}],
    );
    return { before: settled(before, keepFirst), after: settled(after, keepFirst) };
  });
}
