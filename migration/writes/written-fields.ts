import { isEmpty, toText } from '../../adapter/notation/shown-values.js';
import { readTime } from '../../adapter/notation/shown-time.js';
import type { CollectionShape } from '../../adapter/profile/target-profile.js';
import type { Shown } from '../../adapter/reading/lens.js';
import type { Collection } from '../../contract/resources.js';
import { MARK } from '../../generators/wire-value.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { isTimeField, relationOf, toCanonical } from '../snapshot/canonical-record.js';
import { writeScript } from './write-script.js';
import { isWrittenMonth, writtenSlugs } from './write-values.js';

/** What must not be kept, as it differs from run to run. */
export interface Canon {
  /** The text in every record of the run. */
  readonly marker: string;
  /** Scheme, host and port of the target. */
  readonly origin: string;
  readonly shape: CollectionShape | undefined;
  /** The name of a record of the script, as `venues 1`; undefined for those of others. */
  nameOf(collection: Collection, id: string): string | undefined;
}

/** The documented fields of a record that the script made. */
export function toWrittenFields(shown: Shown, canon: Canon): JsonObject {
  const { fields } = toCanonical(shown, canon);
  const kept = Object.entries(fields).filter(([name]) => !name.startsWith('modified'));
  const { id } = shown;
  const owner = { shown, canon, words: toWordEdit({ id, slug: toText(fields['slug']), ...canon }) };
  return Object.fromEntries(kept.map(([name, value]) => [name, toSteady(name, value, owner)]));
}

type Edit = (text: string) => string;

interface Owner {
  readonly shown: Shown;
  readonly canon: Canon;
  readonly words: Edit;
}

/** A record of somebody else, whichever it is. */
const OTHER = '{other}';

function toSteady(name: string, value: JsonValue, { shown, canon, words }: Owner): JsonValue {
  const linked = relationOf(shown.collection, name);
  if (linked && isJsonArray(value)) return value.map((id) => canon.nameOf(linked, toText(id)) ?? OTHER).toSorted();
  if (name === 'author') return isEmpty(value) ? value : OTHER;
  if (isTimeField(name)) return isOfClock(value) ? '{now}' : value;
  if (name === 'slug' && typeof value === 'string') return toSteadySlug(value, shown.id, canon);
  return isJsonObject(value) || isJsonArray(value) ? inParts(value, words) : inTexts(value, words);
}

/** A time that the script did not send is that of the target's clock, which may be wrong. */
function isOfClock(value: JsonValue): boolean {
  const time = readTime(value);
  return time !== undefined && !isWrittenMonth(time.wall.slice(0, 7));
}

/** A slug that the target chose may be random. */
function toSteadySlug(slug: string, id: string, { marker }: Canon): string {
  if (slug.trim() === '') return slug;
  if (slug === id) return '{id}';
  const plain = toMarkEdit(marker)(slug);
  return writtenSlugs.includes(plain) ? plain : '{derived}';
}

const inTexts = (value: JsonValue, words: Edit): JsonValue => (typeof value === 'string' ? words(value) : value);

/** Also the numbers in it may be IDs. */
function inParts(value: JsonValue, words: Edit): JsonValue {
  if (isJsonArray(value)) return value.map((item) => inParts(item, words));
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inParts(inner, words)]));
  const text = typeof value === 'number' ? words(String(value)) : undefined;
  return text === undefined || text === String(value) ? inTexts(value, words) : text;
}

interface Own extends Pick<Canon, 'marker' | 'origin'> {
  readonly id: string;
  readonly slug: string;
}

/** Puts names in the place of the origin, the tokens of the run, and the record's own slug and ID. */
function toWordEdit({ marker, origin, id, slug }: Own): Edit {
  const toMark = toMarkEdit(marker);
  const isDerived = slug.trim() !== '' && slug !== id && !writtenSlugs.includes(toMark(slug));
  const edits: readonly Edit[] = [
    (text) => text.replaceAll(new RegExp(`${escaped(origin)}(?![\\w:-]|\\.\\w)`, 'gu'), '{origin}'),
    isDerived ? toWord(slug, '{slug}') : (text) => text,
    toMark,
    toWord(id, '{id}'),
  ];
  return (text) => edits.reduce((rest, edit) => edit(rest), text);
}

/** The least of a marker that a target which cuts texts off leaves of it. */
const LEAST = 3;

/** Tokens may be joined otherwise than they were sent; one that is cut off is another text. */
function toMarkEdit(marker: string): Edit {
  const whole = new RegExp(`${marker}(?:[-_]?\\d+)?`, 'giu');
  const starts = Array.from({ length: marker.length - LEAST }, (_, at) => marker.slice(0, marker.length - 1 - at));
  const cut = new RegExp(`\\b(?:${starts.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return (text) => text.replaceAll(whole, () => MARK).replaceAll(cut, () => '{cut mark}');
}

/** What the script sends itself is no ID where it stands alone, as in `7 Quay Road`. */
const sentNumbers: ReadonlySet<string> = new Set(JSON.stringify(writeScript).match(/\d+/g));

function toWord(word: string, name: string): Edit {
  const before = sentNumbers.has(word) ? '(?<=[=/#])' : '(?<![\\p{L}\\p{N}])';
  const pattern = new RegExp(`${before}${escaped(word)}(?![\\p{L}\\p{N}])`, 'gu');
  return (text) => text.replaceAll(pattern, () => name);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
