/** The database: an SQLite database in memory, made anew at each start. */
import knex, { Knex } from 'knex';
import { fold, sortKey } from './text';

export type Kind = 'events' | 'venues' | 'organizers' | 'categories' | 'tags';
export type Row = Record<string, any> & { id: number; title: string; slug: string };
export type Db = Knex | Knex.Transaction;

export const db: Knex = knex({
  client: 'better-sqlite3',
  connection: { filename: ':memory:' },
  useNullAsDefault: true,
  pool: {
    min: 1, max: 1, idleTimeoutMillis: 2 ** 31 - 1,
    afterCreate: (conn: any, done: (e: Error | null, c: unknown) => void) => {
      conn.function('fold', { deterministic: true }, fold);
      conn.function('sortkey', { deterministic: true }, sortKey);
      done(null, conn);
    },
  },
});

export async function createTables(): Promise<void> {
  const posts = (t: Knex.CreateTableBuilder): void => {
    t.increments('id');
    t.text('title').notNullable();
    t.text('description').notNullable().defaultTo('');
    t.text('slug').notNullable().index();
    t.text('lang').notNullable();
    t.integer('author').notNullable();
    t.text('status').notNullable();
    t.text('date').notNullable();
    t.text('date_utc').notNullable();
    t.text('modified_utc').notNullable();
    t.text('image');
    t.text('website');
  };
  await db.schema.createTable('events', (t) => {
    posts(t);
    t.text('excerpt').notNullable().defaultTo('');
    t.text('start_date').notNullable();
    t.text('end_date').notNullable();
    t.text('utc_start_date').notNullable().index();
    t.text('utc_end_date').notNullable();
    t.text('timezone').notNullable();
    t.text('cost').notNullable().defaultTo('');
    for (const b of ['all_day', 'hide_from_listings', 'sticky', 'featured', 'ticketed']) t.boolean(b).notNullable().defaultTo(false);
    for (const b of ['show_map', 'show_map_link']) t.boolean(b).notNullable().defaultTo(true);
    t.integer('post_parent').notNullable().defaultTo(0);
    t.text('password');
  });
  await db.schema.createTable('venues', (t) => {
    posts(t);
    for (const c of ['show_map', 'show_map_link', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince']) t.text(c);
    t.double('geo_lat');
    t.double('geo_lng');
    t.text('custom_fields').notNullable().defaultTo('{}');
  });
  await db.schema.createTable('organizers', (t) => {
    posts(t);
    t.text('phone');
    t.text('email');
  });
  for (const name of ['categories', 'tags']) {
    await db.schema.createTable(name, (t) => {
      t.increments('id');
      t.text('title').notNullable();
      t.text('description').notNullable().defaultTo('');
      t.text('slug').notNullable().index();
      t.text('lang').notNullable();
      t.text('modified_utc').notNullable();
      if (name === 'categories') t.integer('parent').notNullable().defaultTo(0);
    });
  }
  await db.schema.createTable('links', (t) => {
    t.integer('event_id').notNullable();
    t.text('kind').notNullable();
    t.integer('target_id').notNullable();
    t.integer('position').notNullable();
    t.primary(['event_id', 'kind', 'target_id']);
    t.index(['kind', 'target_id']);
  });
  await db.schema.createTable('translations', (t) => {
    t.text('kind').notNullable();
    t.integer('item_id').notNullable();
    t.text('lang').notNullable();
    t.text('field').notNullable();
    t.text('value').notNullable();
    t.primary(['kind', 'item_id', 'lang', 'field']);
  });
  await db.schema.createTable('media', (t) => {
    t.increments('id');
    t.text('url').notNullable();
  });
}
