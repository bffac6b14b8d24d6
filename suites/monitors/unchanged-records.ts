import type { Shown } from '../../adapter/reading/lens.js';
import type { World, WorldRecord } from '../../adapter/world/world.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { Exchange } from '../../wire/exchange.js';
import { toFieldSubject } from '../expect/alteration.js';
import { renderBoth } from '../expect/render-values.js';
import { fieldIn, isAlike, isShownBy, shownFields, showsFields } from '../expect/shown-in.js';
import { keyOf } from './record-state.js';
import { languageIn, toLists, toReads, type Watching } from './steps.js';

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
    return record?.answer && record.language === language ? compare(watching, seen, record.answer) : [];
  });
  return found.length === 0 ? undefined : found;
}

/** What closes a circle may take another parent away. */
const isFixed = (field: string): boolean => field !== 'parent';

const compare = (watching: Watching, seen: Seen, answer: Shown): readonly DeviationDetails[] =>
  showsFields(watching, seen.shown)
    ? shownFields(watching, answer.collection)
        .filter(isFixed)
        .flatMap((field) => differenceIn(watching, { ...seen, answer, field }) ?? [])
    : [];

interface Compared extends Seen {
  readonly answer: Shown;
  readonly field: string;
}

function differenceIn(watching: Watching, { shown, exchange, answer, field }: Compared): DeviationDetails | undefined {
  const { collection } = shown;
  const sent = fieldIn(watching, answer, field);
  if (sent === undefined || ![answer, shown].every((one) => isShownBy(watching, one, field))) return undefined;
  const value = fieldIn(watching, shown, field);
  if (isAlike(watching, { collection, field, one: sent, other: value })) return undefined;
  const [wanted, observed] = renderBoth(sent, value);
  const expected = `${field} ${wanted} of ${keyOf(shown)}, as the response to its create shows it`;
  const about = toFieldSubject({ collection, field, sent, shown: value });
  return { kind: 'value', expected, observed, exchange, about };
}
