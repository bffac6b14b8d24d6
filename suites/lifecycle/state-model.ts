import type { UpdateVerb } from '../../contract/operations.js';
import { type Action, type Links, mapLinks, type Name, relationsIn } from './action.js';

/** What is to be expected of one record. */
interface Entry {
  /** What is in a trash may stay linked, and counted (reading `delete.effect`). */
  readonly life: 'there' | 'deleted' | 'trashed';
  /** By field, the number of the write that holds its value. A field that is not in here may have any. */
  readonly written: Readonly<Record<string, number>>;
  /** What an event is linked to; a relation that is not in here may have any links. */
  readonly links: Links;
}

/** One way in which all records may be. */
export type State = ReadonlyMap<Name, Entry>;

/** One way in which a target may take an action: how it answers, and how the records are then. */
export interface Outcome {
  readonly response: 'granted' | 'refused';
  readonly state: State;
}

/** What becomes of fields that a verb does not send: more than one fate where that is not known. */
export type Fates = Readonly<Record<UpdateVerb, readonly ('kept' | 'reset')[]>>;

/** An action, with what determines its outcomes. */
export interface AttemptedAction {
  readonly action: Action;
  /** The number of the write, by which its body is found. */
  readonly number: number;
  /** The fields that the body holds. */
  readonly fields: readonly string[];
  readonly fates: Fates;
  /** Whether deleted records are in a trash, from where they can come back. */
  readonly keepsTrash?: boolean;
}

/** Before the first action. */
export const nothing: State = new Map();

/** Whether a record is there, or in a trash where its links may count. */
export const isKept = (state: State, name: Name): boolean =>
  isThere(state, name) || state.get(name)?.life === 'trashed';

export const isThere = (state: State, name: Name): boolean => state.get(name)?.life === 'there';

/** All outcomes that conform: more than one where the interface leaves it open. The target shows which it chose. */
export function step(state: State, attempt: AttemptedAction): readonly Outcome[] {
  const { action } = attempt;
  switch (action.do) {
    case 'create':
      return created(state, attempt, action);
    case 'update':
      return isThere(state, action.name) ? updated(state, attempt, action) : unmoved(state);
    case 'delete':
      return isThere(state, action.name) ? removed(state, attempt) : unmoved(state);
  }
}

const granted = (state: State): Outcome => ({ response: 'granted', state });
const refused = (state: State): Outcome => ({ response: 'refused', state });

/** What is done to a deleted record may be answered as one likes; it changes nothing. */
const unmoved = (state: State): readonly Outcome[] => [granted(state), refused(state)];

type Doing<What extends Action['do']> = Extract<Action, { readonly do: What }>;

/** A name that another record had may still be taken; then the create is refused (reading `slug.taken`). */
function created(
  state: State,
  { number, fields }: AttemptedAction,
  { name, links, after }: Doing<'create'>,
): readonly Outcome[] {
  const there = alive(state, links).map((kept) =>
    granted(having(state, name, { life: 'there', written: writtenBy(number, fields, links), links: kept })),
  );
  return after !== undefined || isDoubtful(state, links) ? [...there, refused(state)] : there;
}

function updated(
  state: State,
  { number, fields, fates }: AttemptedAction,
  { name, verb, by, links }: Doing<'update'>,
): readonly Outcome[] {
  const before = state.get(name);
  const outcomes = fates[verb].flatMap((fate) => {
    const unsent = fate === 'kept' ? before : { written: {}, links: emptied(before?.links ?? {}) };
    const written = { ...unsent?.written, ...writtenBy(number, fields, links) };
    return alive(state, links).map((sent) =>
      granted(having(state, name, { life: 'there', written, links: { ...unsent?.links, ...sent } })),
    );
  });
  // A slug in the body of an update by slug: it renames or is refused (reading `slug.body-on-by-slug`).
  const mayRefuse = isDoubtful(state, links) || (by === 'slug' && fields.includes('slug'));
  return mayRefuse ? [...outcomes, refused(state)] : outcomes;
}

/** Whether links may be refused: by a deleted record (reading `body.unknown-id`) or as an empty list. */
const isDoubtful = (state: State, links: Links): boolean =>
  relationsIn(links).some(([, names]) => names.length === 0 || names.some((name) => !isThere(state, name)));

/** What an event is linked to may be kept from being deleted: what a DELETE does is open (gap.delete). */
function removed(state: State, { action: { name }, keepsTrash }: AttemptedAction): readonly Outcome[] {
  const gone = granted(deleted(state, name));
  const entry = state.get(name);
  const kept = keepsTrash && entry ? [granted(having(state, name, { ...entry, life: 'trashed' }))] : [];
  return [gone, ...kept, ...(isInUse(state, name) ? [refused(state)] : [])];
}

const isInUse = (state: State, name: Name): boolean =>
  [...state.values()].some(
    ({ life, links }) => life === 'there' && relationsIn(links).some(([, names]) => names.includes(name)),
  );

/** Nothing stays linked to what is deleted. */
function deleted(state: State, gone: Name): State {
  const without = (links: Links): Links => mapLinks(links, (names) => names.filter((name) => name !== gone));
  const entries = [...state].map(([name, entry]): [Name, Entry] => [
    name,
    { ...entry, ...(name === gone && { life: 'deleted' }), links: without(entry.links) },
  ]);
  return new Map(entries);
}

const writtenBy = (number: number, fields: readonly string[], links: Links): Entry['written'] =>
  Object.fromEntries(fields.filter((field) => !(field in links)).map((field) => [field, number]));

/** Links to deleted records that are not refused are dropped; those to what is in a trash may be kept. */
function alive(state: State, links: Links): readonly Links[] {
  const among = (is: typeof isThere): Links => mapLinks(links, (names) => names.filter((name) => is(state, name)));
  const isTrashed = relationsIn(links).some(([, names]) => names.some((name) => state.get(name)?.life === 'trashed'));
  return isTrashed ? [among(isThere), among(isKept)] : [among(isThere)];
}

const emptied = (links: Links): Links => mapLinks(links, () => []);

const having = (state: State, name: Name, entry: Entry): State => new Map([...state, [name, entry]]);
