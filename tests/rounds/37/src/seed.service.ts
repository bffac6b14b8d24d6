import { Injectable, OnModuleInit } from '@nestjs/common';
import { DateTime } from 'luxon';
import { DataSource } from 'typeorm';
import { Language } from './common/context';
import { slugify } from './common/text';
import { fromUtc, nowUtc, SITE_ZONE, toUtc } from './common/time';
import { Category, Event, Organizer, Tag, Venue } from './entities';

/** The small world that every store starts with. */
@Injectable()
export class SeedService implements OnModuleInit {
  constructor(private readonly db: DataSource) {}
  async onModuleInit() {
    const utc = nowUtc();
    const post = (title: string, language: Language, author: number) => ({ title, slug: slugify(title), language, author, status: 'publish', description: `About ${title}.`, dateUtc: utc, date: fromUtc(utc, SITE_ZONE) });
    const venues = await this.db.getRepository(Venue).save([
      { ...post('Canal Hall', 'en', 1), address: 'Keizersgracht 100', city: 'Amsterdam', country: 'Netherlands', zip: '1015 AA', phone: '+31 20 555 0100' },
      { ...post('Stadsschouwburg', 'nl', 2), address: 'Markt 1', city: 'Utrecht', country: 'Nederland', province: 'Utrecht', zip: '3511 AA' },
      { ...post('Théâtre du Port', 'fr', 1), address: 'Quai 7', city: 'Marseille', country: 'France', zip: '13002' },
      { ...post('Kulturhaus', 'de', 2), address: 'Domplatz 3', city: 'Köln', country: 'Deutschland', zip: '50667' }]);
    const organizers = await this.db.getRepository(Organizer).save([
      { ...post('City Arts', 'en', 1), email: 'arts@example.org', phone: '+31 20 555 0200' }, { ...post('Muziekvereniging', 'nl', 2), email: 'muziek@example.org' },
      { ...post('Association Lumière', 'fr', 1), website: 'https://lumiere.example.org' }, { ...post('Kunstverein', 'de', 2) }]);
    const term = (name: string, language: Language) => ({ name, slug: slugify(name), language, description: '' });
    const [music, theatre, muziek] = await this.db.getRepository(Category).save([{ ...term('Music', 'en'), parent: 0 }, { ...term('Theatre', 'en'), parent: 0 }, { ...term('Muziek', 'nl'), parent: 0 }]);
    const [jazz] = await this.db.getRepository(Category).save([{ ...term('Jazz', 'en'), parent: music.id }]);
    const [free, family, buiten] = await this.db.getRepository(Tag).save([term('Free', 'en'), term('Family', 'en'), term('Buiten', 'nl')]);
    const today = DateTime.now().setZone(SITE_ZONE).startOf('day');
    const rows: [string, Language, number, number, number, Category[], Tag[]][] = [
      ['Winter Jazz Night', 'en', -40, 20, 0, [jazz], [free]], ['Open Rehearsal', 'en', -7, 10, 0, [music], [free, family]],
      ['Spring Concert', 'en', 14, 19, 0, [music, jazz], []], ['Puppet Theatre', 'en', 21, 14, 0, [theatre], [family]],
      ['Film and Talk', 'en', 35, 18, 0, [], []], ['Summer Opening', 'en', 60, 12, 0, [music], [free]],
      ['Zomerfeest', 'nl', 45, 13, 1, [muziek], [buiten]], ['Kerstconcert', 'nl', 90, 20, 1, [muziek], []],
      ['Fête de la musique', 'fr', 75, 17, 2, [], []], ['Liederabend', 'de', 80, 19, 3, [], []]];
    const f = 'yyyy-MM-dd HH:mm:ss';
    for (const [i, [title, lang, days, hour, place, categories, tags]] of rows.entries()) {
      const start = today.plus({ days }).set({ hour }).toFormat(f), end = today.plus({ days }).set({ hour: hour + 2 }).toFormat(f);
      await this.db.getRepository(Event).save({ ...post(title, lang, 1 + (i % 2)), startDate: start, endDate: end, utcStart: toUtc(start, SITE_ZONE), utcEnd: toUtc(end, SITE_ZONE),
        timezone: SITE_ZONE, featured: i === 2, cost: i % 2 ? '10' : null, venue: [venues[place]], organizer: [organizers[place]], categories, tags,
        linkOrder: { categories: categories.map((c) => c.id), tags: tags.map((t) => t.id) } });
    }
  }
}
