import knexFactory from 'knex';

export const LANGUAGES = ['nl', 'en', 'fr', 'de'];
const fold = (s) => (s === null ? '' : String(s).normalize('NFC').toLowerCase());
export { fold };

export async function openStore() {
  const knex = knexFactory({
    client: 'better-sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
    pool: {
      min: 1, max: 1, idleTimeoutMillis: 2 ** 31 - 1,
      afterCreate(conn, done) {
        conn.pragma('foreign_keys = ON');
        conn.function('fold', { deterministic: true }, fold);
        done(null, conn);
      },
    },
  });
  const post = (t) => {
    t.increments('id');
    t.integer('author').notNullable();
    t.string('status').notNullable().index();
    t.string('language').notNullable();
    t.string('slug').notNullable().index();
    t.text('description');
    t.string('image');
    t.string('date').notNullable();
    t.string('date_utc').notNullable();
    t.string('modified_utc').notNullable();
  };
  await knex.schema.createTable('events', (t) => {
    post(t);
    t.text('title').notNullable();
    t.text('excerpt');
    t.string('timezone').notNullable();
    t.string('start_date').notNullable().index();
    t.string('end_date').notNullable();
    t.string('utc_start_date').notNullable();
    t.string('utc_end_date').notNullable();
    t.text('cost');
    t.text('website');
    for (const c of ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured']) t.boolean(c).notNullable();
    t.integer('post_parent').notNullable().defaultTo(0);
    t.string('password');
  });
  await knex.schema.createTable('venues', (t) => {
    post(t);
    t.text('venue').notNullable();
    for (const c of ['show_map', 'show_map_link', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website']) t.text(c);
  });
  await knex.schema.createTable('organizers', (t) => {
    post(t);
    t.text('organizer').notNullable();
    for (const c of ['phone', 'website', 'email']) t.text(c);
  });
  await knex.schema.createTable('terms', (t) => {
    t.increments('id');
    t.string('taxonomy').notNullable().index();
    t.string('language').notNullable();
    t.text('name').notNullable();
    t.string('slug').notNullable().index();
    t.text('description');
    t.integer('parent').notNullable().defaultTo(0);
  });
  const link = (name, column, table) => knex.schema.createTable(name, (t) => {
    t.integer('event_id').notNullable().references('events.id').onDelete('CASCADE');
    t.integer(column).notNullable().references(`${table}.id`).onDelete('CASCADE').index();
    t.integer('position').notNullable();
    t.primary(['event_id', column]);
  });
  await link('event_venues', 'venue_id', 'venues');
  await link('event_organizers', 'organizer_id', 'organizers');
  await link('event_terms', 'term_id', 'terms');
  return knex;
}

/** One writer at a time, all or nothing: the pool has a single connection. */
export const write = (knex, work) => knex.transaction(work);
