import { toText } from '../../adapter/notation/shown-values.js';
import { isPlausibleUtcOffset, utcOffsetsIn } from '../../adapter/notation/time-zone.js';
import type { Lens, Shown } from '../../adapter/reading/lens.js';
import { utcOffsetOf } from '../../adapter/reading/utc-offset.js';
import { monitoringRequirement } from '../../adapter/subject.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { Monitor } from '../../kernel/monitor.js';
import { mistakes } from '../expect/mistakes.js';
import { isCertain } from './evidence/asked-query.js';
import { everyOperation, type Step, toSteps, type Watching } from './evidence/steps.js';

/** A time that is shown twice, on two clocks, is one time. */
export const clocksAgree = monitoringRequirement({
  id: 'coherence.clocks-agree',
  level: 'MUST',
  clause: 'coherence.utc',
  operations: everyOperation,
  profile: 'coherence',
  statement: 'Wherever a record of the run is shown, its times in UTC are as far from its local ones as some zone is.',
});

const clocks = [
  ['date', 'date_utc'],
  ['start_date', 'utc_start_date'],
  ['end_date', 'utc_end_date'],
] as const;

/** The records that an execution made, as far as responses show them. */
function ownIn(steps: readonly Step[]): readonly (readonly [Shown, Step])[] {
  const own = new Set(steps.flatMap(({ collection, made }) => (made === undefined ? [] : [`${collection}/${made}`])));
  return steps.flatMap((step) =>
    [step.shown ?? [], step.page?.items ?? []]
      .flat()
      .filter(({ collection, id }) => own.has(`${collection}/${id}`))
      .map((shown) => [shown, step] as const),
  );
}

/** Notices times that are moved on one clock and not on the other. */
export const watchClocks = (watching: Watching): Monitor => ({
  requirement: clocksAgree.id,
  watch(exchanges) {
    const own = ownIn(toSteps(watching, exchanges));
    const wrong = own.flatMap(([shown, step]) => judgeClocks(watching.lens, shown, step));
    return wrong.length > 0 || own.some(([, step]) => isCertain(step)) ? wrong : undefined;
  },
});

const zoneOf = (lens: Lens, shown: Shown): string =>
  lens.fact(shown.collection, 'timezone') ? toText(lens.field(shown, 'timezone')) : '';

const judgeClocks = (lens: Lens, shown: Shown, { exchange }: Step): readonly DeviationDetails[] =>
  clocks.flatMap(([local, utc]) => {
    const offset = utcOffsetOf(lens, shown, local, utc);
    // Earlier, some clocks were not whole quarters of an hour ahead.
    if (!offset || offset.local < '1980' || isPlausibleUtcOffset(offset.seconds)) return [];
    // A zone that there is nowhere, such as UTC+15, may be taken at its word.
    if (utcOffsetsIn(zoneOf(lens, shown), offset.local).includes(offset.seconds)) return [];
    const [expected, observed] = [`${local} and ${utc} to be one time on two clocks`, `${offset.seconds} s apart`];
    return [{ kind: 'value', expected, observed, exchange, about: { mistake: mistakes.clocksDisagree } }];
  });
