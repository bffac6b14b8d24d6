import { decodeEntities } from '../../adapter/notation/text-form.js';
import { idsIn } from '../../adapter/reading/agreement.js';
import type { Shown } from '../../adapter/reading/lens.js';
import type { World, WorldRecord } from '../../adapter/world/world.js';
import { eventRelations, relations } from '../../contract/resources.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { Exchange } from '../../wire/exchange.js';
import type { JsonValue } from '../../wire/json.js';
import { embeddedIn, type Link } from '../coherence/embedded-records.js';
import { toFieldSubject } from '../expect/alteration.js';
import { renderBoth } from '../expect/render-values.js';
import { fieldIn, isAlike, isShownBy, shownFields, showsFields } from '../expect/shown-in.js';
import { keyOf } from './record-state.js';
import { languageIn, toLists, toReads, type Watching } from './evidence/steps.js';

type Known = ReadonlyMap<string, WorldRecord>;
const known = new WeakMap<World, Known>();

/** The records of the world of which all is known that the responses to their creates show. */
function recordsOf(world: World): Known {
  const found = known.get(world) ?? new Map([...world.records, ...world.localized].filter(isOpen).map(toEntry));
  known.set(world, found);
  return found;
}

/** What protects an event leaves its texts out. */
const isOpen = ({ answer, redacted, body }: WorldRecord): boolean =>
  answer !== undefined && redacted !== true && body.password === undefined;

const toEntry = (record: WorldRecord) => [keyOf({ collection: record.ref.ref, id: record.id }), record] as const;

/** A record as a list or an item shows it to the default identity. */
interface Seen {
  readonly shown: Shown;
  readonly exchange: Exchange;
}

function seenIn(watching: Watching, exchanges: readonly Exchange[]): readonly Seen[] {
  const { root, namespace } = watching.profile;
  const isOurs = ({ identity, request }: Exchange): boolean =>
    identity === undefined && request.target.startsWith(`${root}/${namespace}/`);
  const plain = exchanges.filter(isOurs);
  const lists = toLists(watching, plain, { inAnyLanguage: true });
  return [
    ...toReads(watching, plain),
    ...lists.flatMap(({ page, exchange }) => page.items.map((shown) => ({ shown, exchange }))),
  ];
}

/**
 * Where lists and items show a record of the world otherwise than the response to its create, in the language of that:
 * nobody writes it afterwards. Undefined where nothing is wrong: which records a list holds depends on what else is there.
 */
export function judgeUnchanged(
  watching: Watching,
  world: World,
  exchanges: readonly Exchange[],
): readonly DeviationDetails[] | undefined {
  const records = recordsOf(world);
  const found = seenIn(watching, exchanges).flatMap((seen) => {
    const record = records.get(keyOf(seen.shown));
    const language = languageIn(watching.profile, seen.exchange.request.target) ?? undefined;
    return record?.answer && record.language === language ? compare(watching, records, seen, record.answer) : [];
  });
  return found.length === 0 ? undefined : found;
}

/** What closes a circle may take another parent away. */
const isFixed = (field: string): boolean => field !== 'parent';

/** A record in a later response, and in the response to its create or to that of the event it is linked to. */
interface Pair extends Seen {
  readonly answer: Shown;
  readonly fields: readonly string[];
}

const compare = (watching: Watching, records: Known, seen: Seen, answer: Shown): readonly DeviationDetails[] =>
  [toPair(watching, seen, answer), ...linkedPairs(watching, records, seen, answer)].flatMap((pair) =>
    pair.fields.flatMap((field) => differenceIn(watching, pair, field) ?? []),
  );

const toPair = (watching: Watching, seen: Seen, answer: Shown): Pair => ({
  ...seen,
  answer,
  fields: showsFields(watching, seen.shown) ? shownFields(watching, answer.collection).filter(isFixed) : [],
});

/** The records of the world that an event is linked to, with the fields in which both responses show something. */
function linkedPairs(watching: Watching, records: Known, { shown, exchange }: Seen, answer: Shown): readonly Pair[] {
  if (shown.collection !== 'events') return [];
  const shownOf = (event: Shown, link: Link) => embeddedIn(watching, { ...event, exchange }, link);
  const isOfWorld = ({ relation, id }: Link): boolean =>
    records.has(keyOf({ collection: eventRelations[relation], id }));
  return linksIn(watching, shown)
    .filter(isOfWorld)
    .map((link) => {
      const [first, later] = [shownOf(answer, link), shownOf(shown, link)];
      const valueOf = ({ appearance }: typeof first, field: string) => fieldIn(watching, appearance.shown, field);
      const isCompared = (field: string): boolean =>
        isFixed(field) && first.fields.includes(field) && !isTeaser(valueOf(later, field), valueOf(first, field));
      const fields = later.fields.filter(isCompared);
      return { shown: later.appearance.shown, exchange, answer: first.appearance.shown, fields };
    });
}

const LONG = 100;

const lettersOf = (text: string): string =>
  decodeEntities(text.replaceAll(/<[^>]*>/g, '')).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Whether a text is the beginning of a long one: lists of events may show no more of what these are linked to. */
const isTeaser = (text: JsonValue | undefined, whole: JsonValue | undefined): boolean =>
  typeof text === 'string' &&
  typeof whole === 'string' &&
  whole.length > LONG &&
  text.length < whole.length &&
  lettersOf(whole).startsWith(lettersOf(text));

const linksIn = (watching: Watching, event: Shown): readonly Link[] =>
  relations
    .filter((relation) => isShownBy(watching, event, relation))
    .flatMap((relation) => idsIn(watching.lens.field(event, relation)).map((id) => ({ relation, id })));

function differenceIn(watching: Watching, { shown, exchange, answer }: Pair, field: string) {
  const { collection } = shown;
  const sent = fieldIn(watching, answer, field);
  if (sent === undefined || ![answer, shown].every((one) => isShownBy(watching, one, field))) return undefined;
  const value = fieldIn(watching, shown, field);
  if (isAlike(watching, { collection, field, one: sent, other: value })) return undefined;
  const [wanted, observed] = renderBoth(sent, value);
  const expected = `${field} ${wanted} of ${keyOf(shown)}, as the response to its create shows it`;
  const about = toFieldSubject({ collection, field, sent, shown: value });
  return { kind: 'value' as const, expected, observed, exchange, about };
}
