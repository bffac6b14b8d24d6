import { idsIn } from '../../adapter/reading/agreement.js';
import type { Shown } from '../../adapter/reading/lens.js';
import type { World, WorldRecord } from '../../adapter/world/world.js';
import { relations } from '../../contract/resources.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { Exchange } from '../../wire/exchange.js';
import { embeddedIn } from '../coherence/embedded-records.js';
import { toFieldSubject } from '../expect/alteration.js';
import { shows } from '../expect/expect-shown.js';
import { renderBoth } from '../expect/render-values.js';
import { type Appearance, fieldIn, isShownBy, showsFields } from '../expect/shown-in.js';
import { isKeptAnywhere } from './safe-values.js';
import type { Step, Watching } from './steps.js';

/** A record as a response shows it: in a list, as an item, or with an event that is linked to it. */
interface Seen extends Omit<Appearance, 'where'> {
  /** Of a linked record, an event shows what it likes. */
  readonly fields?: readonly string[];
}

/** What responses show of the records that were made for the run and are never written again; undefined without any. */
export function judgeWorld(watching: Watching, world: World, steps: readonly Step[]) {
  const known = steps
    .flatMap((step) => seenIn(watching, step))
    .flatMap((seen) => {
      const record = madeAs(world, seen.shown);
      return record ? [{ seen, record }] : [];
    });
  return known.length === 0 ? undefined : known.flatMap(({ seen, record }) => judgeSeen(watching, seen, record));
}

/** What was found may be changed by others, and what is redacted is not shown as it was sent. */
function madeAs(world: World, { collection, id }: Shown): WorldRecord | undefined {
  const ref = world.refOf(collection, id);
  const record = ref && world.record(ref);
  return record?.complete && record.redacted !== true ? record : undefined;
}

const seenIn = (watching: Watching, { shown, page, exchange }: Step): readonly Seen[] =>
  [shown ?? [], page?.items ?? []]
    .flat()
    .flatMap((one) => [{ shown: one, exchange }, ...linkedIn(watching, one, exchange)]);

const linkedIn = (watching: Watching, event: Shown, exchange: Exchange): readonly Seen[] =>
  event.collection !== 'events'
    ? []
    : relations
        .filter((relation) => watching.lens.fact('events', relation) !== undefined)
        .flatMap((relation) =>
          idsIn(watching.lens.field(event, relation)).map((id) => {
            const { appearance, fields } = embeddedIn(watching, { ...event, exchange }, { relation, id });
            return { ...appearance, fields };
          }),
        );

function judgeSeen(watching: Watching, seen: Seen, { body }: WorldRecord): readonly DeviationDetails[] {
  const { shown, exchange, fields = Object.keys(body) } = seen;
  if (!showsFields(watching, shown)) return [];
  return fields.flatMap((field) => {
    const sent = body[field] ?? null;
    if (!isKeptAnywhere(shown.collection, field, sent) || !isShownBy(watching, shown, field)) return [];
    if (shows({ calendar: watching, shown, field, sent })) return [];
    const value = fieldIn(watching, shown, field);
    const [wanted, observed] = renderBoth(sent, value);
    const expected = `${field} ${wanted} of ${shown.collection}/${shown.id}, as it was sent`;
    const about = toFieldSubject({ collection: shown.collection, field, sent, shown: value, mistake: seen.mistake });
    return [{ kind: 'value', expected, observed, exchange, about }];
  });
}
