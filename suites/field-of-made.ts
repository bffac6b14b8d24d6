import type { JsonValue } from '../harness/json.js';
import type { Calendar, Made } from '../target/calendar.js';
import { byId } from '../target/paths.js';
import { expectFound } from './expect-shown.js';

/** A field of a record just made: as its create answered it, or as the item shows it where the answer shows less. */
export async function fieldOfMade(calendar: Calendar, made: Made, field: string): Promise<JsonValue | undefined> {
  const answered = calendar.lens.field(made.shown, field);
  if (answered !== undefined) return answered;
  return calendar.lens.field(await expectFound(calendar, made.collection, byId(made)), field);
}
