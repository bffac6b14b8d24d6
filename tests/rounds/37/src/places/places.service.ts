import { GoneException, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DeepPartial, Repository } from 'typeorm';
import { AppRequest, Context, scopeSql } from '../common/context';
import { flag, offset, paging } from '../common/dto';
import { checkIfMatch, Page } from '../common/http';
import { PostService } from '../common/posts';
import { bug, variant } from '../common/switches';
import { like, likeSql, stored, uniqueSlug } from '../common/text';
import { nowUtc } from '../common/time';
import { Event, Organizer, Post, Venue } from '../entities';
import { OrganizerDto, PlaceDto, PlaceQuery, VenueDto } from './place.dto';
import { PlacePresenter } from './place.presenter';

type Where = { id?: number; slug?: string };

abstract class PlacesService<T extends Post, D extends PlaceDto> extends PostService<T> {
  protected abstract readonly plural: string;
  protected abstract readonly searched: string[];
  protected abstract title(dto: D): string | undefined;
  protected abstract fields(dto: D): Record<string, unknown>;
  abstract present(p: T, ctx: Context): Record<string, unknown>;

  async list(q: PlaceQuery, ctx: Context) {
    const p = paging(q, this.kind === 'organizer' && bug('organizers-default-page-size') ? 20 : 10);
    const qb = this.repo.createQueryBuilder('p');
    this.withStatus(qb, 'p', ctx.user, this.kind === 'venue' && bug('venue-status-ignored') ? undefined : q.status);
    if (ctx.lang) qb.andWhere('p.language = :lang', { lang: ctx.lang });
    if (q.search) qb.andWhere(likeSql('p', this.searched), { search: like(q.search) });

    const link = `event_${this.kind}`, column = `${this.kind}Id`;
    const linked = (extra: string) =>
      `EXISTS (SELECT 1 FROM ${link} l JOIN event ev ON ev.id = l.eventId WHERE l.${column} = p.id AND ${scopeSql(ctx.user, 'ev')} ${extra})`;
    if (q.event !== undefined && q.event !== null) {
      const by = this.kind === 'organizer' && bug('organizer-event-filter-swapped') ? `AND l.${column} = :event` : 'AND ev.id = :event';
      qb.andWhere(linked(by), { event: q.event });
    }
    const has = bug('has-events-false') ? (q.has_events !== undefined ? true : undefined) : flag(q.has_events, 'has_events');
    if (has !== undefined) qb.andWhere(has ? linked('') : `NOT ${linked('')}`);
    if (flag(q.only_with_upcoming, 'only_with_upcoming')) {
      if (bug('upcoming-first-event-only'))
        qb.andWhere(`(SELECT ev.utcEnd FROM ${link} l JOIN event ev ON ev.id = l.eventId WHERE l.${column} = p.id ORDER BY ev.utcStart LIMIT 1) >= :now`, { now: nowUtc() });
      else qb.andWhere(linked('AND ev.utcEnd >= :now'), { now: nowUtc() });
    }
    const [items, total] = await qb.orderBy('p.id', 'ASC').take(p.perPage).skip(offset(p)).getManyAndCount();
    return new Page(this.plural, items.map((x) => this.present(x, ctx)), total, p.page, p.perPage);
  }
  async get(where: Where, ctx: Context) {
    const p = await this.readable(where, ctx.user);
    if (p.status === 'trash' && variant('trash-on-delete')) throw new GoneException(`The ${this.kind} is in the trash.`);
    return this.present(p, ctx);
  }
  async create(dto: D, ctx: Context) {
    this.mayCreate(ctx.user);
    const p = this.repo.create({ author: ctx.user.id, language: this.language(ctx), status: 'publish', description: '', image: null, website: null, ...this.now() } as DeepPartial<T>);
    this.apply(p, dto, ctx);
    p.slug = await uniqueSlug(this.repo, p.title, `${this.kind}-${Date.now().toString(36)}`);
    await this.repo.save(p);
    return this.present(await this.find({ id: p.id }), ctx);
  }
  async update(where: Where, dto: D, ctx: Context, req: AppRequest) {
    const p = await this.writable(where, ctx.user);
    checkIfMatch(req, this.present(p, ctx));
    this.apply(p, dto, ctx);
    await this.repo.save(p);
    return this.present(p, ctx);
  }
  private apply(p: T, dto: D, ctx: Context) {
    p.author = this.author(ctx.user, dto.author, p.author);
    Object.assign(p, this.published(dto));
    const title = this.title(dto);
    if (title !== undefined) p.title = stored(title);
    if (dto.description !== undefined) p.description = stored(dto.description ?? '');
    if (dto.status) p.status = dto.status;
    for (const [k, v] of Object.entries({ ...this.fields(dto), image: dto.image, website: dto.website, phone: dto.phone })) if (v !== undefined) (p as any)[k] = v;
  }
  async remove(where: Where, ctx: Context, req: AppRequest) {
    const p = await this.writable(where, ctx.user);
    if (p.status === 'trash' && variant('trash-on-delete')) throw new GoneException(`The ${this.kind} is in the trash already.`);
    checkIfMatch(req, this.present(p, ctx));
    const id = p.id;
    await this.discard(p);
    return { ...this.present(p, ctx), id, deleted: true };
  }
}

@Injectable()
export class VenuesService extends PlacesService<Venue, VenueDto> {
  protected readonly plural = 'venues';
  protected readonly searched = ['title', 'description', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website'];
  constructor(@InjectRepository(Venue) repo: Repository<Venue>, @InjectRepository(Event) private readonly events: Repository<Event>, private readonly view: PlacePresenter) { super(repo, 'venue'); }
  present(v: Venue, ctx: Context) { return this.view.venue(v, ctx); }
  protected title(d: VenueDto) { return d.venue; }
  protected fields(d: VenueDto) {
    return { showMap: d.show_map, showMapLink: d.show_map_link, address: d.address, city: d.city, country: d.country, province: d.province,
      state: d.state, zip: d.zip, stateprovince: d.stateprovince };
  }
  protected async discard(v: Venue) {
    if (bug('venue-delete-cascades'))
      await this.events.query('DELETE FROM event WHERE id IN (SELECT eventId FROM event_venue WHERE venueId = ?)', [v.id]);
    if (bug('deleted-venue-embedded')) { await this.repo.update(v.id, { status: 'trash' }); return; }
    await super.discard(v);
  }
  protected async find(where: Where) {
    const v = await super.find(where);
    if (bug('deleted-venue-embedded') && v.status === 'trash') return super.find({ id: -1 });
    return v;
  }
}
@Injectable()
export class OrganizersService extends PlacesService<Organizer, OrganizerDto> {
  protected readonly plural = 'organizers';
  protected readonly searched = ['title', 'description', 'phone', 'website', 'email'];
  constructor(@InjectRepository(Organizer) repo: Repository<Organizer>, private readonly view: PlacePresenter) { super(repo, 'organizer'); }
  present(o: Organizer, ctx: Context) { return this.view.organizer(o, ctx); }
  protected title(d: OrganizerDto) { return d.organizer; }
  protected fields(d: OrganizerDto) { return { email: d.email }; }
}
