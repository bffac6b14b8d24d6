import { type Collection, collections } from '../../../contract/resources.js';
import { isGranted } from '../../../wire/status.js';
import { type BodyKind, kindOfField, type SentField } from '../../profile/request-body-forms.js';
import type { Built } from '../../world/build-world.js';
import { suspectsIn, type Suspected } from './suspect-fields.js';
import type { TrialCreates } from './trial-creates.js';

/**
 * Finds the values for which records were refused: by elimination, and where that leaves several, by halves. A record
 * with a value that was found before counts as refused for it.
 */
export async function findRefusedValues(trials: TrialCreates, built: readonly Built[]): Promise<readonly SentField[]> {
  const found = await Promise.all(collections.map((collection) => findIn(trials, collection, built)));
  return found.flat();
}

async function findIn(
  trials: TrialCreates,
  collection: Collection,
  built: readonly Built[],
): Promise<readonly SentField[]> {
  const suspects = suspectsIn(collection, built);
  if (suspects.length === 0 || !(await isCreatable(trials, collection, built))) return [];
  const found: SentField[] = [];
  for (const { fields } of suspects) {
    const isExplained = fields.some(({ name }) => found.some((one) => one.name === name));
    if (!isExplained) found.push(...(await amongOf(trials, fields)));
  }
  return [...found, ...siblingsOf(found, suspects)];
}

/** Suspects of the kind of what was found: fields of a kind are often refused alike, in the same records. */
function siblingsOf(found: readonly SentField[], suspects: readonly Suspected[]): readonly SentField[] {
  const kindIn = ({ collection, name }: SentField): BodyKind | undefined => kindOfField(collection, name);
  const kinds = found.map(kindIn);
  const isSibling = (field: SentField): boolean => kindIn(field) !== undefined && kinds.includes(kindIn(field));
  return suspects.flatMap(({ fields }) => fields).filter((field) => isSibling(field) && !found.some(isOf(field)));
}

const isOf =
  ({ name }: SentField) =>
  (one: SentField): boolean =>
    one.name === name;

/** Whether any record of a collection can be created: what is always refused is refused for no value. */
const isCreatable = async (trials: TrialCreates, collection: Collection, built: readonly Built[]): Promise<boolean> =>
  built.some(({ draft, written }) => draft.ref.ref === collection && isGranted(written.exchange)) ||
  trials.isAccepted(collection, {});

/** The refused ones among fields, at least one of which is known to be refused. */
async function amongOf(trials: TrialCreates, fields: Suspected['fields']): Promise<readonly SentField[]> {
  if (fields.length < 2) return fields;
  const half = Math.ceil(fields.length / 2);
  const [left, right] = [fields.slice(0, half), fields.slice(half)];
  const isLeftRefused = !(await isAccepted(trials, left));
  const first = isLeftRefused ? await amongOf(trials, left) : [];
  const isRightRefused = !isLeftRefused || !(await isAccepted(trials, right));
  return [...first, ...(isRightRefused ? await amongOf(trials, right) : [])];
}

async function isAccepted(trials: TrialCreates, fields: Suspected['fields']): Promise<boolean> {
  const [first] = fields;
  if (!first) return true;
  return trials.isAccepted(first.collection, Object.fromEntries(fields.map(({ name, value }) => [name, value])));
}
