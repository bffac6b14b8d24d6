import { idsIn } from '../../adapter/reading/agreement.js';
import type { Shown } from '../../adapter/reading/lens.js';
import type { World, WorldRecord } from '../../adapter/world/world.js';
import { shownFieldId } from '../../contract/clauses/resource-clauses.js';
import { relations, resourceOf } from '../../contract/resources.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { Exchange } from '../../wire/exchange.js';
import { embeddedIn } from '../coherence/embedded-records.js';
import { toFieldSubject } from '../expect/alteration.js';
import { shows } from '../expect/expect-shown.js';
import { renderBoth } from '../expect/render-values.js';
import { type Appearance, fieldIn, isShownBy, showsFields } from '../expect/shown-in.js';
import { isDerived, isKeptAnywhere } from './evidence/safe-values.js';
import type { Step, Watching } from './evidence/steps.js';

/** A record as a response shows it: in a list, as an item, or with an event that is linked to it. */
interface Seen extends Omit<Appearance, 'where'> {
  /** Of a linked record, an event shows what it likes. */
  readonly fields?: readonly string[];
}

/** How one record of the world is judged as a response shows it. */
type JudgeSeen = (watching: Watching, seen: Seen, record: WorldRecord) => readonly DeviationDetails[];

/** What responses show of the records that were made for the run and are never written again; undefined without any. */
function judgeEach(judge: JudgeSeen, watching: Watching, { world, steps }: Watched) {
  const known = steps
    .flatMap((step) => seenIn(watching, step))
    .flatMap((seen) => {
      const record = madeAs(world, seen.shown);
      return record ? [{ seen, record }] : [];
    });
  return known.length === 0 ? undefined : known.flatMap(({ seen, record }) => judge(watching, seen, record));
}

/** What is gone through, and the records that are looked for in it. */
interface Watched {
  readonly world: World;
  readonly steps: readonly Step[];
}

/** Deviations of records of the world from what was sent for them. */
export const judgeWorld = (watching: Watching, watched: Watched) => judgeEach(judgeSent, watching, watched);

/** Texts that were sent for other records of the world, in fields that were not sent. */
export const judgeLeftovers = (watching: Watching, watched: Watched) =>
  judgeEach(
    (_, { shown, exchange }, record) => leftoversIn(watching, { shown, exchange, record, world: watched.world }),
    watching,
    watched,
  );

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

const judgeSent: JudgeSeen = (watching, seen, { body }) => {
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
};

/** Shorter texts may be equal by chance, or be a default. */
const LEAST = 8;

interface Unsent extends Pick<Appearance, 'shown' | 'exchange'> {
  readonly record: WorldRecord;
  readonly world: World;
}

/** Whether a text was sent for another record of the kind, and in no field of this one. */
const isOfAnother = (
  { world, record: { ref, body } }: Omit<Unsent, keyof Seen>,
  field: string,
  text: string,
): boolean =>
  text.length >= LEAST &&
  !isDerived(field) &&
  !Object.values(body).includes(text) &&
  world.of(ref.ref).some(({ listed, body: other }) => listed !== true && other[field] === text);

function leftoversIn(watching: Watching, { shown, exchange, record, world }: Unsent): readonly DeviationDetails[] {
  const unsent = Object.keys(resourceOf(shown.collection).fields).filter((field) => !(field in record.body));
  return unsent.flatMap((field) => {
    const value = isShownBy(watching, shown, field) ? fieldIn(watching, shown, field) : undefined;
    if (typeof value !== 'string' || !isOfAnother({ world, record }, field, value)) return [];
    const expected = `${field} of ${shown.collection}/${shown.id}, which was never sent, without a text of another record`;
    const about = { field: shownFieldId(shown.collection, field) };
    return [{ kind: 'value', expected, observed: JSON.stringify(value), exchange, about }];
  });
}
