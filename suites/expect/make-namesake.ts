import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { toWireId } from '../../adapter/calendar/bindings.js';
import { toText } from '../../adapter/notation/shown-values.js';
import { resourceOf } from '../../contract/resources.js';
import type { Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { isRefused } from '../../wire/status.js';
import { expectCreated } from './expect-shown.js';

const inOtherCase = (name: string): string =>
  name.replace(/^[a-z]/i, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));

/** Bodies with the name of another record, the closest first: what a service may refuse is a name, or the slug from it. */
function namesakesOf(made: Made, body: Payload, token: string): readonly Payload[] {
  const { label, fields } = resourceOf(made.collection);
  const name = toText(made.body[label]);
  const same = { ...body, [label]: name };
  return [
    same,
    { ...body, [label]: inOtherCase(name) },
    ...('parent' in fields ? [{ ...same, parent: toWireId(made.id) }] : []),
    ...('slug' in fields ? [{ ...same, slug: `namesake-${token}` }] : []),
  ];
}

/** Makes a record that is called like another one. @throws DoesNotApply where the target refuses any */
export async function makeNamesake(calendar: Calendar, made: Made, body: Payload): Promise<Made> {
  for (const namesake of namesakesOf(made, body, calendar.token())) {
    const written = await calendar.create(made.collection, namesake);
    if (!isRefused(written.exchange)) return expectCreated(calendar, written);
  }
  throw new DoesNotApply(`no two records of ${made.collection} can have the same name`);
}
