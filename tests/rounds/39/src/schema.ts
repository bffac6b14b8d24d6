import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

const bool = (name: string) => integer(name, { mode: 'boolean' });
const post = {
  id: integer('id').primaryKey({ autoIncrement: true }),
  slug: text('slug').notNull(),
  status: text('status').notNull().default('publish'),
  author: integer('author').notNull().references(() => users.id),
  date: text('date').notNull(),
  date_utc: text('date_utc').notNull(),
  modified_utc: text('modified_utc').notNull(),
  language: text('language').notNull().default('en'),
  description: text('description'),
  image: text('image'),
  website: text('website'),
  deleted_at: text('deleted_at'),
};

export const users = sqliteTable('users', {
  id: integer('id').primaryKey(), login: text('login').notNull(), password: text('password').notNull(), role: text('role').notNull(),
});
export const events = sqliteTable('events', {
  ...post,
  title: text('title').notNull(),
  excerpt: text('excerpt'),
  start_date: text('start_date').notNull(),
  end_date: text('end_date').notNull(),
  utc_start_date: text('utc_start_date').notNull(),
  utc_end_date: text('utc_end_date').notNull(),
  timezone: text('timezone').notNull(),
  all_day: bool('all_day').notNull().default(false),
  cost: text('cost', { mode: 'json' }),
  show_map: bool('show_map').notNull().default(true),
  show_map_link: bool('show_map_link').notNull().default(true),
  hide_from_listings: bool('hide_from_listings').notNull().default(false),
  sticky: bool('sticky').notNull().default(false),
  featured: bool('featured').notNull().default(false),
  password: text('password'),
});
export const venues = sqliteTable('venues', {
  ...post,
  venue: text('venue').notNull(),
  show_map: text('show_map'), show_map_link: text('show_map_link'),
  address: text('address'), city: text('city'), country: text('country'), province: text('province'), state: text('state'),
  zip: text('zip'), phone: text('phone'), stateprovince: text('stateprovince'),
});
export const organizers = sqliteTable('organizers', {
  ...post, organizer: text('organizer').notNull(), phone: text('phone'), email: text('email'),
});
const term = {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(), slug: text('slug').notNull(), description: text('description').notNull().default(''),
  language: text('language').notNull().default('en'),
};
export const categories = sqliteTable('categories', { ...term, parent: integer('parent').notNull().default(0) });
export const tags = sqliteTable('tags', { ...term });

const link = (name: string) =>
  sqliteTable(name, { event_id: integer('event_id').notNull(), target_id: integer('target_id').notNull(), position: real('position').notNull() },
    (t) => [primaryKey({ columns: [t.event_id, t.target_id] })]);
export const eventVenues = link('event_venues');
export const eventOrganizers = link('event_organizers');
export const eventCategories = link('event_categories');
export const eventTags = link('event_tags');

const POST = `id INTEGER PRIMARY KEY AUTOINCREMENT, slug TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'publish',
  author INTEGER NOT NULL REFERENCES users(id), date TEXT NOT NULL, date_utc TEXT NOT NULL, modified_utc TEXT NOT NULL,
  language TEXT NOT NULL DEFAULT 'en', description TEXT, image TEXT, website TEXT, deleted_at TEXT`;
const TERM = `id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, slug TEXT NOT NULL, description TEXT NOT NULL DEFAULT '',
  language TEXT NOT NULL DEFAULT 'en'`;
const linkDdl = (n: string, target: string) => `CREATE TABLE ${n} (event_id INTEGER NOT NULL REFERENCES events(id),
  target_id INTEGER NOT NULL REFERENCES ${target}(id), position REAL NOT NULL, PRIMARY KEY (event_id, target_id)) WITHOUT ROWID;
  CREATE INDEX ${n}_target ON ${n}(target_id);`;
export const DDL = `
CREATE TABLE users (id INTEGER PRIMARY KEY, login TEXT NOT NULL UNIQUE, password TEXT NOT NULL, role TEXT NOT NULL);
CREATE TABLE events (${POST}, title TEXT NOT NULL, excerpt TEXT, start_date TEXT NOT NULL, end_date TEXT NOT NULL,
  utc_start_date TEXT NOT NULL, utc_end_date TEXT NOT NULL, timezone TEXT NOT NULL, all_day INTEGER NOT NULL DEFAULT 0, cost TEXT,
  show_map INTEGER NOT NULL DEFAULT 1, show_map_link INTEGER NOT NULL DEFAULT 1, hide_from_listings INTEGER NOT NULL DEFAULT 0,
  sticky INTEGER NOT NULL DEFAULT 0, featured INTEGER NOT NULL DEFAULT 0, password TEXT);
CREATE TABLE venues (${POST}, venue TEXT NOT NULL, show_map TEXT, show_map_link TEXT, address TEXT, city TEXT, country TEXT,
  province TEXT, state TEXT, zip TEXT, phone TEXT, stateprovince TEXT);
CREATE TABLE organizers (${POST}, organizer TEXT NOT NULL, phone TEXT, email TEXT);
CREATE TABLE categories (${TERM}, parent INTEGER NOT NULL DEFAULT 0);
CREATE TABLE tags (${TERM});
CREATE INDEX events_start ON events(start_date, id);
${linkDdl('event_venues', 'venues')}${linkDdl('event_organizers', 'organizers')}${linkDdl('event_categories', 'categories')}${linkDdl('event_tags', 'tags')}`;
export const UNIQUE_SLUGS = ['events', 'venues', 'organizers']
  .map((t) => `CREATE UNIQUE INDEX ${t}_slug ON ${t}(slug) WHERE deleted_at IS NULL;`).join('\n') +
  ['categories', 'tags'].map((t) => `CREATE UNIQUE INDEX ${t}_slug ON ${t}(slug);`).join('\n');
