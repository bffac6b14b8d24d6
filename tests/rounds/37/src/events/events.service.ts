import { BadRequestException, ForbiddenException, GoneException, Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Brackets, FindOptionsWhere, In, Repository } from 'typeorm';
import { AppRequest, Context, DEFAULT_LANGUAGE, deny, LanguageHolder, mayRead, NS, owns, seesAll, User } from '../common/context';
import { flag, offset, paging, toList } from '../common/dto';
import { checkIfMatch, Page } from '../common/http';
import { PostService } from '../common/posts';
import { bug, sleep, USERS, variant } from '../common/switches';
import { like, likeSql, stored, uniqueSlug } from '../common/text';
import { fromUtcByOffset, iso, SITE_ZONE, toUtc, validZone, wall } from '../common/time';
import { Category, Event, Organizer, Tag, Venue } from '../entities';
import { PlacePresenter } from '../places/place.presenter';
import { EventDto, EventQuery } from './event.dto';

export type Where = { id?: number; slug?: string };
const LINKS = ['categories', 'tags', 'venue', 'organizer'] as const;
type Link = (typeof LINKS)[number];

@Injectable()
export class EventsService extends PostService<Event> {
  constructor(
    @InjectRepository(Event) private readonly events: Repository<Event>,
    @InjectRepository(Venue) private readonly venues: Repository<Venue>,
    @InjectRepository(Organizer) private readonly organizers: Repository<Organizer>,
    @InjectRepository(Category) private readonly categories: Repository<Category>,
    @InjectRepository(Tag) private readonly tags: Repository<Tag>,
    private readonly holder: LanguageHolder,
    private readonly places: PlacePresenter,
  ) { super(events, 'event'); }

  protected relations() { return [...LINKS]; }

  /* ----- representation ----- */
  present(e: Event, ctx: Context, unlocked = this.unlocked(e, ctx.user)) {
    const self = `${ctx.base}/${NS}/events`;
    const time = (t: string) => (variant('iso-dates') ? iso(t, e.timezone) : t);
    const shown = bug('dst-now-offset')
      ? { start: fromUtcByOffset(e.utcStart, e.timezone), end: fromUtcByOffset(e.utcEnd, e.timezone) }
      : { start: e.startDate, end: e.endDate };
    const text = (s: string) => (variant('rendered-texts') ? { raw: s, rendered: s } : s);
    const linked = <T extends { id: number }>(name: Link, all: T[], view: (t: T) => unknown) => {
      const order = e.linkOrder?.[name] ?? [];
      const list = [...all].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id) || a.id - b.id);
      return list.map((t) => (variant('relations-as-ids') ? t.id : view(t)));
    };
    const visible = <T extends { status: string; author: number }>(all: T[]) =>
      all.filter((p) => bug('embedded-draft-leak') || mayRead(ctx.user, p)).filter((p) => p.status !== 'trash' || bug('deleted-venue-embedded'));
    const term = (t: Category | Tag) => ({ id: t.id, name: t.name, slug: t.slug });
    return {
      id: e.id, slug: e.slug, status: e.status, author: e.author, language: e.language,
      date: e.date, date_utc: e.dateUtc, title: text(e.title),
      description: text(unlocked ? e.description : ''), excerpt: text(unlocked ? e.excerpt : ''), protected: e.password !== null,
      rest_url: `${self}/${e.id}`, by_slug_url: `${self}/by-slug/${encodeURIComponent(e.slug)}`,
      start_date: time(shown.start), end_date: time(shown.end), utc_start_date: e.utcStart, utc_end_date: e.utcEnd,
      timezone: e.timezone, all_day: e.allDay, image: e.image, cost: e.cost, website: e.website,
      show_map: e.showMap, show_map_link: e.showMapLink, hide_from_listings: e.hideFromListings, sticky: e.sticky, featured: e.featured,
      categories: linked('categories', e.categories, term), tags: linked('tags', e.tags, term),
      venue: linked('venue', visible(e.venue), (v) => this.places.venue(v, ctx)),
      organizer: linked('organizer', visible(e.organizer), (o) => this.places.organizer(o, ctx)),
    };
  }
  private bypass(e: Event, user: User) { return USERS && (seesAll(user) || owns(user, e.author)); }
  private unlocked(e: Event, user: User, password?: string | null): boolean {
    if (e.password === null || this.bypass(e, user)) return true;
    if (password === undefined || password === null || password === '') return false;
    if (password === e.password) return true;
    throw new ForbiddenException('Wrong password.');
  }

  /* ----- reading ----- */
  async get(where: Where, ctx: Context, password?: string | null) {
    const e = await this.readable(where, ctx.user);
    if (e.status === 'trash' && variant('trash-on-delete')) throw new GoneException('The event is in the trash.');
    return this.present(e, ctx, this.unlocked(e, ctx.user, password));
  }

  async list(q: EventQuery, ctx: Context) {
    const p = paging(q);
    const qb = this.events.createQueryBuilder('e');
    if (bug('include-leaks-drafts') && q.include?.length) qb.where('1 = 1');
    else this.withStatus(qb, 'e', ctx.user, q.status);

    if (bug('language-shared-state')) { await sleep(8); ctx = { ...ctx, lang: this.holder.current }; }
    if (ctx.lang && !bug('language-filtered-after-paging')) qb.andWhere('e.language = :lang', { lang: ctx.lang });

    if (q.include?.length) qb.andWhere('e.id IN (:...include)', { include: q.include });
    if (!q.include?.length || bug('include-keeps-dates')) this.dates(qb, q);

    if (q.search) {
      const search = like(q.search);
      if (bug('search-or-precedence')) {
        const { statuses } = qb.getParameters();
        qb.andWhere(`fold(e.title) LIKE :search ESCAPE '\\' OR e.status IN (:...statuses) AND e.password IS NULL AND fold(e.description) LIKE :search ESCAPE '\\'`, { search, statuses });
      } else {
        qb.andWhere(new Brackets((b) => b.where(likeSql('e', ['title']), { search })
          .orWhere(`(${this.bypassSql(ctx.user)}) AND ${likeSql('e', ['description'])}`, { search })));
      }
    }
    await this.byTerm(qb, 'categories', q.categories, this.categories);
    await this.byTerm(qb, 'tags', q.tags, this.tags);
    this.byLink(qb, 'event_venue', 'venueId', q.venue);
    this.byLink(qb, 'event_organizer', 'organizerId', q.organizer);

    if (bug('featured-false-ignored') ? q.featured : typeof q.featured === 'boolean') qb.andWhere('e.featured = :featured', { featured: q.featured });
    if ((q.geoloc_lat === undefined) !== (q.geoloc_lng === undefined))
      throw new BadRequestException('geoloc_lat and geoloc_lng must be given together.');
    if (typeof q.post_parent === 'number' && q.post_parent > 0) qb.andWhere('1 = 0');
    if (q.ticketed === true) qb.andWhere('1 = 0');

    qb.orderBy('e.startDate', 'ASC');
    if (bug('unstable-page-order')) qb.addOrderBy('random()'); else qb.addOrderBy('e.id', 'ASC');
    const total = await qb.getCount();
    let ids: number[];
    if (bug('join-limit-rows')) {
      const rows = await qb.leftJoin('e.tags', 't').select('e.id', 'id').limit(p.perPage).offset(offset(p)).getRawMany();
      ids = [...new Set(rows.map((r) => r.id as number))];
    } else {
      const rows = await qb.select('e.id', 'id').limit(p.perPage).offset(offset(p)).getRawMany();
      ids = rows.map((r) => r.id as number);
    }
    let found = ids.length ? await this.events.find({ where: { id: In(ids) }, relations: this.relations() }) : [];
    found.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    if (ctx.lang && bug('language-filtered-after-paging')) found = found.filter((e) => e.language === ctx.lang);
    const items = found.map((e) => this.present(e, ctx));
    return new Page('events', items, total, p.page, p.perPage);
  }
  private bypassSql(user: User) {
    if (USERS && seesAll(user)) return '1 = 1';
    if (USERS && user.role === 'author') return `e.password IS NULL OR e.author = ${user.id}`;
    return 'e.password IS NULL';
  }
  private dates(qb: ReturnType<Repository<Event>['createQueryBuilder']>, q: EventQuery) {
    const strict = !bug('strict-dates-ignored') && flag(q.strict_dates, 'strict_dates') === true;
    let any = false;
    const at = (name: keyof EventQuery) => {
      const text = q[name] as string | undefined;
      if (text === undefined || text === '') return undefined;
      const t = wall(text, SITE_ZONE);
      if (!t) throw new BadRequestException(`${name} is no date.`);
      any = true;
      return { exact: t, first: t.slice(0, 10) + ' 00:00:00', last: t.slice(0, 10) + ' 23:59:59' };
    };
    const on = (name: 'start_date' | 'end_date', column: string) => {
      const t = at(name);
      if (t) qb.andWhere(`e.${column} BETWEEN :${name}1 AND :${name}2`, { [name + '1']: strict || bug('whole-day-missing') ? t.exact : t.first, [name + '2']: t.last });
    };
    const before = (name: 'starts_before' | 'ends_before', column: string) => {
      const t = at(name);
      if (t) qb.andWhere(strict ? `e.${column} < :${name}` : `e.${column} <= :${name}`, { [name]: strict ? t.exact : t.last });
    };
    const after = (name: 'starts_after' | 'ends_after', column: string) => {
      const t = at(name);
      if (t) qb.andWhere(strict ? `e.${column} > :${name}` : `e.${column} >= :${name}`, { [name]: strict ? t.exact : t.first });
    };
    on('start_date', 'startDate');
    on('end_date', 'endDate');
    before('starts_before', 'startDate');
    after('starts_after', 'startDate');
    before('ends_before', 'endDate');
    after('ends_after', bug('ends-after-uses-start') ? 'startDate' : 'endDate');
    if (!any && variant('upcoming-by-default')) qb.andWhere('e.utcEnd >= :today', { today: new Date().toISOString().slice(0, 10) });
  }
  private async byTerm(qb: ReturnType<Repository<Event>['createQueryBuilder']>, link: 'categories' | 'tags', value: unknown, repo: Repository<any>) {
    const list = toList(value) as unknown[] | undefined;
    if (!list?.length) return;
    if (list.some((x) => typeof x !== 'string')) throw new BadRequestException(`${link} must be a list of IDs or slugs.`);
    const words = list as string[];
    const ids = words.filter((w) => /^\d+$/.test(w)).map(Number);
    const slugs = words.filter((w) => !/^\d+$/.test(w));
    if (slugs.length && !(bug('tag-slugs-ignored') && link === 'tags'))
      ids.push(...(await repo.find({ where: { slug: In(slugs) } })).map((t) => t.id));
    if (!ids.length && bug('tag-slugs-ignored')) return;
    const [table, column] = link === 'tags' ? ['event_tag', 'tagId'] : ['event_category', 'categoryId'];
    this.byLink(qb, table, column, ids.length ? ids : [0]);
  }
  private byLink(qb: ReturnType<Repository<Event>['createQueryBuilder']>, table: string, column: string, ids?: number[]) {
    if (ids?.length) qb.andWhere(`EXISTS (SELECT 1 FROM ${table} l WHERE l.eventId = e.id AND l.${column} IN (:...${column}))`, { [column]: ids });
  }

  /* ----- writing ----- */
  async create(dto: EventDto, ctx: Context) {
    this.mayCreate(ctx.user);
    const e = this.events.create({ author: ctx.user.id, language: this.language(ctx), status: 'publish', timezone: SITE_ZONE, description: '', excerpt: '',
      allDay: false, image: null, cost: null, website: null, showMap: true, showMapLink: true, hideFromListings: false, sticky: false, featured: false,
      linkOrder: {}, categories: [], tags: [], venue: [], organizer: [], ...this.now(), password: dto.password || null });
    await this.apply(e, dto, ctx);
    const fallback = `event-${Date.now().toString(36)}`;
    e.slug = await uniqueSlug(this.events, dto.slug || e.title, fallback);
    if (bug('slug-race')) await sleep(25);
    await this.events.save(e, this.saving());
    return this.present(e, ctx, this.unlocked(e, ctx.user, dto.password));
  }
  async update(where: Where, dto: EventDto, ctx: Context, req: AppRequest) {
    const e = await this.writable(where, ctx.user);
    if (!this.unlocked(e, ctx.user, dto.password)) throw new ForbiddenException('The event needs its password.');
    checkIfMatch(req, this.present(e, ctx, true));
    const title = e.title;
    await this.apply(e, dto, ctx);
    if (bug('slug-follows-title') && dto.title !== undefined && dto.title !== title && !dto.slug) e.slug = await uniqueSlug(this.events, e.title, e.slug, e.id);
    if (dto.slug) e.slug = await uniqueSlug(this.events, dto.slug, e.slug, e.id);
    if (bug('patch-lost-update')) await sleep(25);
    await this.events.save(e, this.saving());
    return this.present(e, ctx, true);
  }
  private saving() { return { transaction: !bug('slug-race') && !bug('patch-lost-update') && !bug('language-shared-state') }; }

  private async apply(e: Event, dto: EventDto, ctx: Context) {
    const isNew = e.id === undefined;
    const links = bug('failed-update-applied') ? undefined : await this.resolve(dto, ctx);
    const zone = dto.timezone === undefined ? (bug('timezone-reset-on-update') ? SITE_ZONE : e.timezone) : dto.timezone || SITE_ZONE;
    if (!validZone(zone)) throw new BadRequestException('timezone is no time zone.');
    const day = (text: string | undefined, now: string, name: string) => {
      if (text === undefined) return now;
      const t = wall(text, zone);
      if (!t) throw new BadRequestException(`${name} is no date.`);
      return t;
    };
    const start = day(dto.start_date, e.startDate, 'start_date');
    const end = day(dto.end_date, e.endDate, 'end_date');
    const both = dto.start_date !== undefined && dto.end_date !== undefined;
    if (end < start && (both || !bug('patch-end-before-start'))) throw new BadRequestException('end_date is before start_date.');
    const published = this.published(dto);
    e.author = this.author(ctx.user, dto.author, e.author);

    Object.assign(e, { timezone: zone, startDate: start, endDate: end, utcStart: toUtc(start, zone), utcEnd: toUtc(end, zone), ...published });
    if (dto.title !== undefined) e.title = stored(dto.title);
    if (dto.description !== undefined) e.description = stored(dto.description ?? '');
    if (bug('description-truncated')) e.description = e.description.slice(0, 255);
    if (dto.excerpt !== undefined) e.excerpt = dto.excerpt ?? '';
    if (dto.status) e.status = dto.status;
    if (dto.image !== undefined) e.image = dto.image;
    if (dto.cost !== undefined) e.cost = bug('cost-zero-null') ? dto.cost || null : dto.cost;
    if (dto.website !== undefined) e.website = dto.website;
    if (dto.all_day !== undefined || bug('patch-resets-all-day')) e.allDay = dto.all_day ?? false;
    if (dto.show_map !== undefined) e.showMap = dto.show_map ?? true;
    if (dto.show_map_link !== undefined) e.showMapLink = dto.show_map_link ?? true;
    if (dto.hide_from_listings !== undefined) e.hideFromListings = dto.hide_from_listings ?? false;
    if (dto.sticky !== undefined) e.sticky = dto.sticky ?? false;
    if (dto.featured !== undefined) e.featured = bug('featured-false-not-saved') ? dto.featured || e.featured : dto.featured ?? false;

    if (bug('failed-update-applied') && !isNew) await this.events.save(e);
    const found = links ?? (await this.resolve(dto, ctx));
    for (const name of LINKS) {
      let list: any[] | undefined = found[name];
      if (list === undefined) continue;
      if (name === 'categories' && bug('categories-appended')) list = [...e.categories, ...list.filter((c) => !e.categories.some((o) => o.id === c.id))];
      (e as any)[name] = list;
      e.linkOrder = { ...e.linkOrder, [name]: list.map((x) => x.id) };
    }
  }
  /** The linked records of the body; all of them must exist. */
  private async resolve(dto: EventDto, ctx: Context): Promise<Partial<Record<Link, any[]>>> {
    const out: Partial<Record<Link, any[]>> = {};
    const repos: Record<Link, Repository<any>> = { categories: this.categories, tags: this.tags, venue: this.venues, organizer: this.organizers };
    for (const name of LINKS) {
      const asked = dto[name];
      if (asked === undefined) continue;
      if (bug('null-relation-500') && asked === null) { out[name] = (asked as unknown as number[]).map((id) => ({ id })); continue; }
      const ids = [...new Set(asked ?? [])];
      const rows = ids.length ? await repos[name].find({ where: { id: In(ids) } as FindOptionsWhere<any> }) : [];
      const list = ids.map((id) => rows.find((r) => r.id === id));
      if (list.some((r) => !r || r.status === 'trash' || (r.status !== undefined && !mayRead(ctx.user, r)))) throw new BadRequestException(`${name}: there is no such record.`);
      out[name] = list;
    }
    return out;
  }
  async remove(where: Where, ctx: Context, req: AppRequest, password?: string | null) {
    const e = await this.writable(where, ctx.user);
    if (e.status === 'trash' && variant('trash-on-delete')) throw new GoneException('The event is in the trash already.');
    if (!this.unlocked(e, ctx.user, password)) throw new ForbiddenException('The event needs its password.');
    checkIfMatch(req, this.present(e, ctx, true));
    const id = e.id;
    await this.discard(e);
    return { ...this.present(e, ctx, true), id, deleted: true };
  }
}
