import type { Kind } from './kinds.js';

/** A value of a field. References are ids, as text. */
export type Value = string | number | boolean | readonly string[];
export type Values = Readonly<Record<string, Value>>;

export const languages = ['nl', 'en', 'fr', 'de'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (text: string | undefined): text is Language => languages.some((one) => one === text);

/** What no client can set. */
export interface Provisioned {
  readonly place?: { readonly lat: number; readonly lng: number };
  readonly isTicketed?: boolean;
  /** The id of an event. */
  readonly parent?: number;
}

/** One record of any kind. A field without a value is not there. */
export interface Row {
  readonly kind: Kind;
  readonly id: string;
  /** The language it was written in. */
  readonly language: Language;
  slug: string;
  fields: Values;
  /** Texts in other languages, in place of those in `fields`. */
  translations: Partial<Record<Language, Values>>;
  /** The publication date, in ms since the epoch. */
  date: number;
  readonly created: number;
  password?: string;
  provisioned?: Provisioned;
  /** Deleted, but kept: its id is never given again. */
  trashed: boolean;
}

/** The text of a field, empty where there is none. */
export function textOf(values: Values, field: string): string {
  const value = values[field];
  return typeof value === 'string' ? value : '';
}

/** The ids in a field. */
export function idsOf(values: Values, field: string): readonly string[] {
  const value = values[field];
  return typeof value === 'object' ? value : [];
}
