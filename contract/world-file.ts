import type { Extension, Language } from './queries.js';

/** A body field's value in a world file; relations hold keys of other records in the file. */
export type WorldValue = string | number | boolean | null | readonly (string | number)[];

/**
 * A record known to exist. `key` names it within the file; `id` is its id where the target has one already.
 * `language` is the language it belongs to (default `en`). All else are body fields of its resource.
 */
export interface WorldRecord {
  readonly key: string;
  readonly id?: number;
  readonly language?: Language;
  readonly [field: string]: WorldValue | undefined;
}

/** What no client can set but a server can hold: the interface offers filters for it and no field. */
export interface WorldVenue extends WorldRecord {
  readonly geo_lat?: number;
  readonly geo_lng?: number;
}

/** An event with what no client can set: a password, a parent post and whether it has tickets. */
export interface WorldEvent extends WorldRecord {
  readonly password?: string;
  readonly post_parent?: number;
  readonly ticketed?: boolean;
}

/**
 * A small calendar as a file: `serve --world` starts with it, `check --world` knows that the target holds it.
 * `zone` is the site's IANA time zone.
 */
export interface WorldFile {
  readonly zone?: string;
  readonly extensions?: readonly Extension[];
  readonly venues?: readonly WorldVenue[];
  readonly organizers?: readonly WorldRecord[];
  readonly categories?: readonly WorldRecord[];
  readonly tags?: readonly WorldRecord[];
  readonly events?: readonly WorldEvent[];
}
