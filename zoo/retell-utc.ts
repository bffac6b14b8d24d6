import type { Interceptor } from '../harness/exchange.js';
import { utcOffsetBetween } from '../target/lead.js';
import { addSeconds, isWallClock } from '../target/world/wall-clock.js';
import { representing } from './represent.js';
import type { WireView } from './wire-lens.js';

/** A time of an event, and by how many seconds it is ahead of the time in UTC beside it. */
export interface LocalTime {
  readonly id: string;
  readonly zone: string;
  readonly name: 'start_date' | 'end_date';
  readonly local: string;
  readonly utcOffset: number;
  /** The local time that the event starts at. */
  readonly start: string;
}

/** Shows events with times in UTC from which the local ones are as far ahead as told; the local ones stay. */
export const rewritingUtc = (tell: (time: LocalTime) => number): ((seed: number, lens: WireView) => Interceptor) =>
  representing((lens, collection, record) => {
    if (collection !== 'events') return record;
    const text = (name: string): string => lens.text('events', record, name);
    const common = { id: lens.id('events', record), zone: text('timezone'), start: text('start_date') };
    return (['start_date', 'end_date'] as const).reduce((event, name) => {
      const [local, utc] = [text(name), text(`utc_${name}`)];
      if (!isWallClock(local) || !isWallClock(utc)) return event;
      const lead = tell({ ...common, name, local, utcOffset: utcOffsetBetween(local, utc) });
      return lens.withField('events', event, `utc_${name}`, addSeconds(local, -lead));
    }, record);
  });
