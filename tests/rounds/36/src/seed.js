'use strict';
const { sequelize, Event, Venue, Organizer, Category, Tag, links } = require('./models');
const { moment, SITE_TZ, toUtc, now, fromUtc } = require('./times');
const { slugify } = require('./slugs');

module.exports = async function seed() {
  await sequelize.query('PRAGMA foreign_keys = OFF');
  await sequelize.sync();
  const dateUtc = now();
  const post = (name, language) => ({ slug: slugify(name), author: 1, status: 'publish', language, dateUtc, date: fromUtc(dateUtc, SITE_TZ) });
  const make = async (Model, first, rows) => {
    const out = [];
    for (const [i, row] of rows.entries()) out.push(await Model.create({ id: first + i, ...row }));
    return out;
  };
  await make(Venue, 41, [
    { name: 'Town Hall', address: 'Market Square 1', city: 'Utrecht', country: 'Netherlands', zip: '3511 AA', phone: '+31 30 1234567', website: 'https://townhall.example', ...post('Town Hall', 'en') },
    { name: 'Concertgebouw', address: 'Concertplein 10', city: 'Amsterdam', country: 'Netherlands', zip: '1071 LN', ...post('Concertgebouw', 'nl') },
    { name: 'Stadthalle', address: 'Ringstraße 5', city: 'Köln', country: 'Germany', state: 'NRW', zip: '50667', ...post('Stadthalle', 'de') },
    { name: 'Maison du Peuple', city: 'Lyon', country: 'France', zip: '69001', ...post('Maison du Peuple', 'fr') },
  ]);
  await make(Organizer, 61, [
    { name: 'City Council', email: 'events@council.example', phone: '+31 30 7654321', ...post('City Council', 'en') },
    { name: 'Jazz Club', website: 'https://jazz.example', ...post('Jazz Club', 'en') },
    { name: 'Kulturverein', ...post('Kulturverein', 'de') },
    { name: 'Société Musicale', ...post('Société Musicale', 'fr') },
  ]);
  const term = (name, language = 'en') => ({ name, slug: slugify(name), language });
  await make(Category, 96, [term('Music'), { ...term('Concerts'), parent: 96 }, term('Markets'), term('Lezingen', 'nl'), term('Theater', 'de'), term('Unused')]);
  await make(Tag, 95, [term('Outdoor'), term('Free'), term('Family'), term('Avond', 'nl'), term('Fête', 'fr'), term('Spare'), term('Winter', 'de')]);
  const at = (days, time) => `${moment.tz(SITE_TZ).add(days, 'days').format('YYYY-MM-DD')} ${time}`;
  const events = [
    ['Spring Market', 'en', 5, [41], [61], [98], [95, 96]], ['Jazz Evening', 'en', 9, [41], [62], [96, 97], [96]],
    ['Open Air Concert', 'en', 14, [42], [62, 61], [97], [95, 97]], ['Book Fair', 'en', 20, [41], [61], [98], [97]],
    ['Lezing over water', 'nl', 7, [42], [61], [99], [98]], ['Avondconcert', 'nl', 16, [42], [], [99], [98]],
    ['Theaterabend', 'de', 11, [43], [63], [100], [101]], ['Weihnachtsmarkt Köln', 'de', 30, [43], [63], [100], [101]],
    ['Fête de la musique', 'fr', 12, [44], [64], [96], [99]], ['Bal populaire', 'fr', 25, [44], [64], [], [99]],
  ];
  for (const [i, [title, language, days, venue, organizer, categories, tags]] of events.entries()) {
    const startDate = at(days, '19:30:00');
    const endDate = at(days, '22:00:00');
    const event = await Event.create({
      id: 101 + i, title, description: `${title}: all are welcome.`, startDate, endDate, timezone: SITE_TZ,
      utcStart: toUtc(startDate, SITE_TZ), utcEnd: toUtc(endDate, SITE_TZ), featured: i === 1, cost: i % 2 ? '12.50' : null, ...post(title, language),
    });
    for (const [as, ids] of Object.entries({ venue, organizer, categories, tags })) {
      await links[as].bulkCreate(ids.map((otherId, position) => ({ eventId: event.id, otherId, position })));
    }
  }
};
