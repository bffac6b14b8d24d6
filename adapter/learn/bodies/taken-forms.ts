import { type Collection, collections, eventRelations } from '../../../contract/resources.js';
import { exampleOf, sourceOf } from '../../../generators/field-value.js';
import type { Surroundings } from '../../../generators/surroundings.js';
import { isRef, type Payload, type Ref, type WireValue } from '../../../generators/wire-value.js';
import {
  type BodyForms,
  type BodyKind,
  fieldId,
  flagForms,
  kindOfField,
  loneForms,
  type SentField,
  severalForms,
  type TakenForm,
} from '../../profile/request-body-forms.js';
import type { Built } from '../../world/build-world.js';
import type { TrialCreates } from './trial-creates.js';

/** What is learned of the fields that were refused: the forms that are taken, and the values that are not. */
export interface TakenBodies {
  readonly forms: BodyForms;
  readonly refused: readonly SentField[];
  /** Values that are taken in place of those, by field. */
  readonly instead: Payload;
}

interface Learning {
  readonly trials: TrialCreates;
  readonly built: readonly Built[];
  readonly span: Surroundings['span'];
}

/** What is taken of a field; undefined for the stated form. */
interface Taken {
  readonly form: TakenForm | undefined;
  readonly instead?: WireValue | undefined;
}

const stated: Taken = { form: undefined };
const nothing: Taken = { form: 'nothing' };

/** Learns of each field by itself what is taken of it: the stated form wherever that is taken. */
export async function learnTaken(learning: Learning, refused: readonly SentField[]): Promise<TakenBodies> {
  const forms: Partial<Record<string, TakenForm>> = {};
  const instead: Record<string, WireValue> = {};
  const really: SentField[] = [];
  const alike = await flagsAlike(learning, refused);
  for (const field of unique(refused)) {
    const id = fieldId(field.collection, field.name);
    const taken = alike.get(id) ?? (await learnField(learning, field));
    if (taken.form === undefined) continue;
    forms[id] = taken.form;
    really.push(field);
    if (taken.instead !== undefined) instead[id] = taken.instead;
  }
  return { forms, refused: really, instead };
}

const unique = (fields: readonly SentField[]): readonly SentField[] => [
  ...new Map(fields.map((field) => [fieldId(field.collection, field.name), field])).values(),
];

const isFlagKind = (kind: BodyKind | undefined): kind is Exclude<BodyKind, 'relations'> =>
  kind !== undefined && kind !== 'relations';

const isFlag = ({ collection, name }: SentField): boolean => isFlagKind(kindOfField(collection, name));

function learnField(learning: Learning, field: SentField): Promise<Taken> {
  const kind = kindOfField(field.collection, field.name);
  if (kind === 'relations') return learnRelation(learning, field);
  return isFlagKind(kind) ? learnFlags(learning, [field], kind) : learnValue(learning, field);
}

/** Two records are sent, and have to come back as two; else one, and has to come back. */
async function learnRelation({ trials, built }: Learning, { collection, name }: SentField): Promise<Taken> {
  const [one, other] = madeRefs(built, name);
  const isKept = (refs: readonly Ref[], form: TakenForm): Promise<boolean> =>
    trials.isKept(collection, { [name]: refs }, { [fieldId(collection, name)]: form });
  if (!one) return stated;
  if (other && (await trials.isAccepted(collection, { [name]: [one, other] }))) return stated;
  for (const form of severalForms.slice(1)) if (other && (await isKept([one, other], form))) return { form };
  for (const form of loneForms) if (await isKept([one], form)) return { form };
  return nothing;
}

/** References to the records that were made for a relation. */
const madeRefs = (built: readonly Built[], name: string): readonly Ref[] => {
  const related = new Map<string, Collection>(Object.entries(eventRelations)).get(name);
  return built.flatMap(({ draft: { ref }, id }) =>
    ref.ref === related && id !== undefined && isRef(ref) ? [ref] : [],
  );
};

/** Flags of a collection are mostly taken alike: all together first, to save requests. */
async function flagsAlike(learning: Learning, refused: readonly SentField[]): Promise<ReadonlyMap<string, Taken>> {
  const learned = new Map<string, Taken>();
  for (const collection of collections) {
    const fields = unique(refused).filter((one) => one.collection === collection && isFlag(one));
    const kind = kindOfField(collection, fields[0]?.name ?? '');
    if (fields.length < 2 || !isFlagKind(kind)) continue;
    const taken = await learnFlags(learning, fields, kind);
    if (taken !== nothing) for (const { name } of fields) learned.set(fieldId(collection, name), taken);
  }
  return learned;
}

/** Both values are sent, and have to come back. */
async function learnFlags(
  { trials }: Learning,
  fields: readonly SentField[],
  kind: Exclude<BodyKind, 'relations'>,
): Promise<Taken> {
  const collection = fields[0]?.collection ?? 'events';
  const all = <Value>(value: Value) => Object.fromEntries(fields.map(({ name }) => [name, value]));
  const [yes, no] = kind === 'flags' ? [true, false] : ['true', 'false'];
  if (await trials.isAccepted(collection, all<WireValue>(yes))) return stated;
  for (const form of flagForms[kind].slice(1)) {
    const forms = Object.fromEntries(fields.map(({ name }) => [fieldId(collection, name), form]));
    const isTaken =
      (await trials.isKept(collection, all<WireValue>(yes), forms)) &&
      (await trials.isKept(collection, all<WireValue>(no), forms));
    if (isTaken) return { form };
  }
  return nothing;
}

/** Whether another safe value of the field is taken. */
async function learnValue({ trials, span }: Learning, { collection, name, value }: SentField): Promise<Taken> {
  if (await trials.isAccepted(collection, { [name]: value })) return stated;
  // No value of these is stated.
  if (sourceOf(collection, name).from === 'accepted') return { form: 'other-values' };
  const instead = exampleOf(collection, name, span);
  const isTaken = instead !== undefined && (await trials.isAccepted(collection, { [name]: instead }));
  return isTaken ? { form: 'other-values', instead } : nothing;
}
