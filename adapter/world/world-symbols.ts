import { isPlainObject } from '../../kernel/stored-scenario.js';
import { Inconclusive } from '../../wire/errors.js';
import type { World, WorldRecord } from './world.js';

/** A text of one run or of one target, and what stands for it in stored inputs. */
interface RunSymbol {
  readonly text: string;
  readonly symbol: string;
  /** Whether it stands for no more than a whole value: it may be a part of any other. */
  readonly whole?: true;
}

/** Shorter ones, and those of digits alone, may be a part of any other value. */
const isDistinct = (slug: string): boolean => slug.length > 3 && /[a-z]/i.test(slug);

/** The slug of a record, and what it is without its last character: the beginning of a slug must match nothing. */
function slugSymbols({ ref: { ref: collection, key }, slug, complete }: WorldRecord): readonly RunSymbol[] {
  if (!complete || slug === undefined || !isDistinct(slug)) return [];
  return [
    { text: slug, symbol: `{slug:${collection}/${key}}` },
    { text: slug.slice(0, -1), symbol: `{stem:${collection}/${key}}` },
  ];
}

/** What a target calls its statuses and images is its own: one that was mended may call them otherwise. */
const acceptedSymbols = ({ accepted }: World): readonly RunSymbol[] =>
  (['status', 'image'] as const).flatMap((name) =>
    accepted[name].map((text, index): RunSymbol => ({ text, symbol: `{${name}:${index}}`, whole: true })),
  );

/** The longest first, so that no text is taken for a part of another. */
const toSymbols = (world: World): readonly RunSymbol[] => [
  ...[...world.records, ...world.localized]
    .flatMap(slugSymbols)
    .toSorted((one, other) => other.text.length - one.text.length),
  ...(world.marker === undefined ? [] : [{ text: world.marker, symbol: '{marker}' }]),
  ...acceptedSymbols(world),
];

/** The symbols of a world, by what they stand for. */
interface Symbols {
  readonly all: readonly RunSymbol[];
  readonly byText: ReadonlyMap<string, string>;
  /** Finds the texts where they stand as words of their own: inputs are long, and symbols many, so all in one pass. */
  readonly words: RegExp;
}

function indexed(all: readonly RunSymbol[]): Symbols {
  const byText = new Map(all.toReversed().map(({ text, symbol }) => [text, symbol]));
  const words = all.filter(({ whole }) => !whole).map(({ text }) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return { all, byText, words: new RegExp(`(?<![\\w-])(?:${words.join('|')})(?![\\w-])`, 'g') };
}

const known = new WeakMap<World, Symbols>();

function symbolsOf(world: World): Symbols {
  const symbols = known.get(world) ?? indexed(toSymbols(world));
  known.set(world, symbols);
  return symbols;
}

/** A copy of a value of plain data with other texts; what they leave unchanged is kept as it is. */
function withTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T & string;
  if (typeof value !== 'object' || value === null) return value;
  const isList = Array.isArray(value);
  if (!isList && !isPlainObject(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, one, withTexts<unknown>(one, change)] as const);
  if (entries.every(([, one, changed]) => one === changed)) return value;
  const changed = entries.map(([name, , one]) => [name, one] as const);
  return (isList ? changed.map(([, one]) => one) : Object.fromEntries(changed)) as T;
}

const symbolize = (text: string, { byText, words }: Symbols): string =>
  byText.get(text) ?? text.replace(words, (found) => byText.get(found) ?? found);

/**
 * A generated value that means the same in any run and on any target: symbols stand in place of the run's marker, of
 * the slugs of its records and of what the target calls a status or an image.
 */
export const toSymbolic = <T>(world: World, value: T): T =>
  withTexts(value, (text) => symbolize(text, symbolsOf(world)));

const SYMBOL = /\{(?:marker|(?:slug|stem|status|image):[^{}]+)\}/g;

/** The value as it is in this world. @throws Inconclusive where the world has nothing that a symbol stands for. */
export const fromSymbolic = <T>(world: World, value: T): T =>
  withTexts(value, (text) => text.replace(SYMBOL, (symbol) => textOf(world, symbol)));

function textOf(world: World, symbol: string): string {
  const found = symbolsOf(world).all.find((one) => one.symbol === symbol);
  if (found) return found.text;
  throw new Inconclusive(`the test data has nothing for ${symbol}`);
}
