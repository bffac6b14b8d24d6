import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, Transaction } from 'kysely';
import { bug } from './config';
import { fold } from './text';

export interface EventRow {
  id: number; lang: string; title: string; description: string; excerpt: string; slug: string; status: string; author: number;
  date_utc: string; modified_utc: string; start_date: string; end_date: string; timezone: string; start_utc: string; end_utc: string;
  all_day: number; image: string | null; cost: string | null; website: string | null; show_map: number; show_map_link: number;
  hide_from_listings: number; sticky: number; featured: number; password: string | null; post_parent: number; ticketed: number;
}
export type PlaceKind = 'venue' | 'organizer';
export interface PlaceRow {
  id: number; kind: PlaceKind; lang: string; title: string; description: string; slug: string; status: string; author: number;
  date_utc: string; modified_utc: string; show_map: string | null; show_map_link: string | null; address: string | null;
  city: string | null; country: string | null; province: string | null; state: string | null; zip: string | null;
  phone: string | null; stateprovince: string | null; website: string | null; email: string | null; image: string | null;
  lat: number | null; lng: number | null;
}
export type TermKind = 'category' | 'tag';
export interface TermRow { id: number; kind: TermKind; lang: string; title: string; description: string; slug: string; parent: number; author: number }
export interface TranslationRow { kind: string; item: number; lang: string; title: string | null; description: string | null; excerpt: string | null; slug: string | null }
export interface Schema {
  events: EventRow; places: PlaceRow; terms: TermRow; translations: TranslationRow;
  event_places: { event_id: number; place_id: number; kind: PlaceKind; position: number };
  event_terms: { event_id: number; term_id: number };
  media: { id: number; url: string };
}
export type Db = Kysely<Schema> | Transaction<Schema>;

const sqlite = new Database(':memory:');
sqlite.function('fold', { deterministic: true }, (s: unknown) => (s == null ? null : fold(String(s))));
sqlite.exec(`
  create table events (id integer primary key, lang text not null, title text not null, description text not null, excerpt text not null,
    slug text not null, status text not null, author integer not null, date_utc text not null, modified_utc text not null,
    start_date text not null, end_date text not null, timezone text not null, start_utc text not null, end_utc text not null,
    all_day integer not null, image text, cost text, website text, show_map integer not null, show_map_link integer not null,
    hide_from_listings integer not null, sticky integer not null, featured integer not null, password text,
    post_parent integer not null default 0, ticketed integer not null default 0);
  create index events_start on events (start_utc, id);
  create index events_slug on events (slug);
  create table places (id integer primary key, kind text not null, lang text not null, title text not null, description text not null,
    slug text not null, status text not null, author integer not null, date_utc text not null, modified_utc text not null,
    show_map text, show_map_link text, address text, city text, country text, province text, state text,
    zip ${bug('zip-number') ? 'numeric' : 'text'}, phone text, stateprovince text, website text, email text, image text, lat real, lng real);
  create index places_slug on places (kind, slug);
  create table terms (id integer primary key, kind text not null, lang text not null, title text not null, description text not null,
    slug text not null, parent integer not null default 0, author integer not null);
  create table translations (kind text not null, item integer not null, lang text not null, title text, description text, excerpt text, slug text,
    primary key (kind, item, lang));
  create table event_places (event_id integer not null, place_id integer not null, kind text not null, position integer not null,
    primary key (event_id, place_id));
  create table event_terms (event_id integer not null, term_id integer not null, primary key (event_id, term_id));
  create table media (id integer primary key, url text not null);
`);

export const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: sqlite }) });

/** Events, venues and organizers share one sequence of IDs; categories and tags another. */
const sequences = { post: 100, term: 0 };
export const nextId = (of: 'post' | 'term'): number => ++sequences[of];

/** Writes run one after another: each reads, checks and stores as one step. */
let tail: Promise<unknown> = Promise.resolve();
export function exclusively<T>(work: () => Promise<T>): Promise<T> {
  const run = tail.then(work, work);
  tail = run.catch(() => undefined);
  return run;
}
export const pause = (ms: number) => new Promise<void>((r) => setTimeout(r, ms));
