import { addSeconds, isWallClock } from '../../../adapter/notation/day-times.js';
import { isJsonArray, type JsonValue } from '../../../wire/json.js';
import { widthOf } from '../sites/families.js';
import { type FaultSite, thingOf, type Family } from '../sites/fault-site.js';

/** One way of writing or showing another value than was sent. */
export interface ValueMistake {
  readonly id: string;
  readonly among: readonly Family[];
  /** The end of `stores zip ...` and `shows zip ...`. */
  readonly how: (site: FaultSite) => string;
  /** The value unchanged, where the mistake does not concern it. */
  readonly change: (value: JsonValue, site: FaultSite) => JsonValue;
}

const onText =
  (change: (text: string, site: FaultSite) => JsonValue): ValueMistake['change'] =>
  (value, site) =>
    typeof value === 'string' ? change(value, site) : value;

const onList =
  (change: (list: readonly JsonValue[]) => JsonValue): ValueMistake['change'] =>
  (value) =>
    isJsonArray(value) ? change(value) : value;

const onTime = (seconds: number): ValueMistake['change'] =>
  onText((text) => (isWallClock(text) ? addSeconds(text, seconds) : text));

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

const toNumberText = (text: string): string => (/^\d+(\.\d+)?$/.test(text) ? String(Number(text)) : text);

const opposites: readonly (readonly [JsonValue, JsonValue])[] = [
  [true, false],
  ['true', 'false'],
  ['1', '0'],
];

const opposite = (value: JsonValue): JsonValue => {
  const found = opposites.find((pair) => pair.includes(value));
  return found ? (found[0] === value ? found[1] : found[0]) : value;
};

const HOUR = 3600;

/** Mistakes that turn one value into another. */
export const valueMistakes: readonly ValueMistake[] = [
  {
    id: 'cut',
    among: ['text'],
    how: ({ name }) => `cut after ${widthOf(name)} characters`,
    change: onText((text, { name }) => text.slice(0, widthOf(name))),
  },
  {
    id: 'case-folded',
    among: ['text', 'email', 'url'],
    how: () => 'in small letters',
    change: onText((text) => text.toLowerCase()),
  },
  {
    id: 'escaped',
    among: ['text', 'url'],
    how: () => 'escaped for HTML',
    change: onText((text) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)),
  },
  { id: 're-typed', among: ['text'], how: () => 'as a number, if it is digits', change: onText(toNumberText) },
  {
    id: 'taken-for-true',
    among: ['flag'],
    how: () => 'as true, whatever it is',
    change: (value) => (opposite(value) === true || opposite(value) === 'true' ? opposite(value) : value),
  },
  { id: 'inverted', among: ['flag'], how: () => 'inverted', change: opposite },
  {
    id: 'rounded',
    among: ['time'],
    how: () => 'without its seconds',
    change: onText((text) => (isWallClock(text) ? text.replace(/\d\d$/, '00') : text)),
  },
  {
    id: 'rounded',
    among: ['cost'],
    how: () => 'rounded to a whole number',
    change: onText((text) => (/^\d+(\.\d+)?$/.test(text) ? String(Math.round(Number(text))) : text)),
  },
  { id: 'off-by-one', among: ['time'], how: () => 'a second early', change: onTime(-1) },
  { id: 'shifted', among: ['time'], how: () => 'an hour late', change: onTime(HOUR) },
  {
    id: 'off-by-one',
    among: ['text'],
    how: () => 'without its last character',
    change: onText((text) => text.slice(0, -1)),
  },
  {
    id: 'off-by-one',
    among: ['ids'],
    how: () => 'without its last value',
    change: onList((list) => list.slice(0, -1)),
  },
  {
    id: 'first-of-many',
    among: ['ids'],
    how: () => 'with its first value alone',
    change: onList((list) => list.slice(0, 1)),
  },
  {
    id: 'first-of-many',
    among: ['text'],
    how: () => 'up to its first line break',
    change: onText((text) => text.split('\n', 1)[0] ?? text),
  },
];

/** What a value mistake makes of a field, in a sentence. */
export const howOf = (verb: string, { how }: ValueMistake, site: FaultSite): string =>
  `${verb} ${thingOf(site)} ${how(site)}`;
