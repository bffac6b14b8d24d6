import type { Calendar } from '../../target/calendar.js';

/** A calendar, and how many requests were sent through it: histories are ended by what they cost. */
export interface Counting {
  readonly calendar: Calendar;
  sent(): number;
}

/** Counts what is sent by the methods that histories use. */
export function counting(calendar: Calendar): Counting {
  let sent = 0;
  const counted =
    <Args extends readonly unknown[], Result>(method: (...args: Args) => Result) =>
    (...args: Args): Result => {
      sent += 1;
      return method(...args);
    };
  const { create, read, update, remove, list } = calendar;
  const methods = { create: counted(create), read: counted(read), update: counted(update) };
  return {
    calendar: { ...calendar, ...methods, remove: counted(remove), list: counted(list) },
    sent: () => sent,
  };
}
