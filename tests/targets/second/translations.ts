import { requiredFields } from './field-types.js';
import type { Language, Row, Values } from './row.js';

/** The fields that may differ from language to language. */
const texts = ['title', 'venue', 'organizer', 'name', 'description', 'excerpt'];

const isText = ([field]: readonly [string, unknown]): boolean => texts.includes(field);

/** A record as it reads in a language: its translation where there is one, else the original. */
export const valuesIn = (row: Row, language: Language): Values => ({ ...row.fields, ...row.translations[language] });

/** What a write says to a record. */
interface Change {
  readonly set: Values;
  readonly unset: readonly string[];
  readonly language: Language;
  /** Begins with the required fields alone. */
  readonly isReset: boolean;
}

const filter = (values: Values, keep: (entry: readonly [string, unknown]) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(keep));

/** Writes to the original in its own language; in another one, texts go to the translation. */
export function translate(
  row: Row,
  { set, unset, language, isReset }: Change,
): { readonly base: Values; readonly translations: Row['translations'] } {
  const isOriginal = language === row.language;
  const isKept = ([field]: readonly [string, unknown]): boolean => !unset.includes(field);
  const remains = isReset ? remainsOf(row, isOriginal) : row.fields;
  if (isOriginal) return { base: filter({ ...remains, ...set }, isKept), translations: row.translations };
  const before = isReset ? {} : row.translations[language];
  const translation = filter({ ...before, ...filter(set, isText) }, isKept);
  const base = { ...remains, ...filter(set, (entry) => !isText(entry)) };
  return {
    base: filter(base, (entry) => isText(entry) || isKept(entry)),
    translations: { ...row.translations, [language]: translation },
  };
}

/** What a reset leaves: what a record cannot be without, and texts that belong to another language. */
const remainsOf = ({ kind, fields }: Row, isOriginal: boolean): Values =>
  filter(fields, (entry) => requiredFields[kind].includes(entry[0]) || (!isOriginal && isText(entry)));
