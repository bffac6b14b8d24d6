'use strict';
const { Sequelize, DataTypes, Op } = require('sequelize');
const { bug } = require('./switches');

const sequelize = new Sequelize({ dialect: 'sqlite', storage: ':memory:', logging: false, define: { whereMergeStrategy: 'and' } });
const { STRING, TEXT, BOOLEAN, INTEGER } = DataTypes;
const fold = (s) => (s || '').normalize('NFC').toLowerCase();

const id = { type: INTEGER, primaryKey: true, autoIncrement: true };
const language = { type: STRING, allowNull: false, defaultValue: 'en' };
const post = {
  id, language,
  slug: { type: STRING, allowNull: false },
  author: { type: INTEGER, allowNull: false },
  date: { type: STRING, allowNull: false },
  dateUtc: { type: STRING, allowNull: false },
  status: { type: STRING, allowNull: false, defaultValue: 'publish' },
  image: TEXT,
  nameKey: TEXT,
  searchKey: TEXT,
};

const Event = sequelize.define('event', {
  ...post,
  title: { type: TEXT, allowNull: false },
  description: { type: TEXT, defaultValue: '' },
  excerpt: { type: TEXT, defaultValue: '' },
  startDate: { type: STRING, allowNull: false },
  endDate: { type: STRING, allowNull: false },
  utcStart: { type: STRING, allowNull: false },
  utcEnd: { type: STRING, allowNull: false },
  timezone: { type: STRING, allowNull: false },
  allDay: { type: BOOLEAN, defaultValue: false },
  cost: {
    type: TEXT,
    get() { const v = this.getDataValue('cost'); return v === null || v === undefined ? null : JSON.parse(v); },
    set(v) { this.setDataValue('cost', v === null ? null : JSON.stringify(v)); },
  },
  website: TEXT,
  showMap: { type: BOOLEAN, defaultValue: true },
  showMapLink: { type: BOOLEAN, defaultValue: true },
  hideFromListings: { type: BOOLEAN, defaultValue: false },
  sticky: { type: BOOLEAN, defaultValue: false },
  featured: { type: BOOLEAN, defaultValue: false },
  password: TEXT,
}, { paranoid: true });

const VENUE_TEXTS = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website'];
const ORGANIZER_TEXTS = ['phone', 'website', 'email'];
const texts = (names) => Object.fromEntries(names.map((n) => [n, TEXT]));

const Venue = sequelize.define('venue', {
  ...post, name: { type: TEXT, allowNull: false }, description: TEXT, showMap: TEXT, showMapLink: TEXT, ...texts(VENUE_TEXTS),
}, { paranoid: true });
const Organizer = sequelize.define('organizer', {
  ...post, name: { type: TEXT, allowNull: false }, description: TEXT, ...texts(ORGANIZER_TEXTS),
}, { paranoid: true });
const term = { id, language, name: { type: TEXT, allowNull: false }, slug: { type: STRING, allowNull: false }, description: { type: TEXT, defaultValue: '' } };
const Category = sequelize.define('category', { ...term, parent: { type: INTEGER, defaultValue: 0 } });
const Tag = sequelize.define('tag', { ...term });

for (const Post of [Event, Venue, Organizer]) {
  Post.addScope('visibleTo', (access) => {
    if (access.all) return {};
    return { where: { [Op.and]: [access.userId ? { [Op.or]: [{ status: 'publish' }, { author: access.userId }] } : { status: 'publish' }] } };
  });
}
const searchable = (s) => fold(bug('search-key-html-encoded') ? (s || '').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;') : s);
Event.beforeSave((e) => { e.nameKey = searchable(e.title); e.searchKey = searchable(e.description); });
Venue.beforeSave((v) => {
  if (bug('venue-search-key-set-on-create') && !v.isNewRecord) return;
  v.nameKey = fold(v.name);
  v.searchKey = [v.description, ...VENUE_TEXTS.map((f) => v[f])].map(fold).join('\u0001');
});
Organizer.beforeSave((o) => {
  o.nameKey = fold(o.name);
  o.searchKey = [o.description, ...ORGANIZER_TEXTS.map((f) => o[f])].map(fold).join('\u0001');
});

const links = {};
for (const [as, Model] of Object.entries({ categories: Category, tags: Tag, venue: Venue, organizer: Organizer })) {
  const Link = sequelize.define(`event_${as}`, {
    eventId: { type: INTEGER, primaryKey: true }, otherId: { type: INTEGER, primaryKey: true }, position: INTEGER,
  }, { timestamps: false, freezeTableName: true, indexes: [{ fields: ['otherId'] }] });
  Event.belongsToMany(Model, { through: Link, as, foreignKey: 'eventId', otherKey: 'otherId', constraints: false });
  Model.belongsToMany(Event, { through: Link, as: 'events', foreignKey: 'otherId', otherKey: 'eventId', constraints: false });
  Link.belongsTo(Event, { foreignKey: 'eventId', constraints: false });
  links[as] = Link;
}
module.exports = { sequelize, Op, Event, Venue, Organizer, Category, Tag, links, fold, VENUE_TEXTS, ORGANIZER_TEXTS };
