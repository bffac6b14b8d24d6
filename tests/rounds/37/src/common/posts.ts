import { BadRequestException, NotFoundException } from '@nestjs/common';
import { Repository, SelectQueryBuilder } from 'typeorm';
import { Post } from '../entities';
import { Context, DEFAULT_LANGUAGE, deny, mayRead, mayWrite, seesAll, User } from './context';
import { statuses } from './dto';
import { bug, variant } from './switches';
import { fromUtc, nowUtc, SITE_ZONE, toUtc, wall } from './time';

export const GONE = { GONE: true };

/** What events, venues and organizers have in common. */
export abstract class PostService<T extends Post> {
  protected constructor(protected readonly repo: Repository<T>, protected readonly kind: string) {}

  protected async find(where: { id?: number; slug?: string }): Promise<T> {
    const [found] = await this.repo.find({ where: where as any, relations: this.relations() });
    if (!found) throw new NotFoundException(`There is no such ${this.kind}.`);
    return found;
  }
  protected relations(): string[] { return []; }

  protected async readable(where: { id?: number; slug?: string }, user: User): Promise<T> {
    const post = await this.find(where);
    if (bug('draft-readable-by-slug') && where.slug !== undefined) return post;
    if (!mayRead(user, post)) deny(user);
    return post;
  }
  protected async writable(where: { id?: number; slug?: string }, user: User): Promise<T> {
    const post = await this.find(where);
    if (bug('owner-unchecked-by-slug') && where.slug !== undefined && user.role === 'author') return post;
    if (!mayWrite(user, post)) deny(user);
    return post;
  }
  protected mayCreate(user: User) {
    if (bug('reader-creates-venues') && this.kind === 'venue' && user.role === 'reader') return;
    if (!seesAll(user) && user.role !== 'author') deny(user);
  }
  protected author(user: User, asked: number | null | undefined, now: number): number {
    if (asked === undefined || asked === null || asked === now) return now;
    if (!seesAll(user)) deny(user);
    return asked;
  }
  /** Publication dates: `date` is in the zone of the site. */
  protected published(dto: { date?: string | null; date_utc?: string | null }): { date: string; dateUtc: string } | undefined {
    if (dto.date !== undefined && dto.date !== null) {
      const date = wall(dto.date, SITE_ZONE);
      if (!date) throw new BadRequestException('date is no date.');
      return { date, dateUtc: toUtc(date, SITE_ZONE) };
    }
    if (dto.date_utc !== undefined && dto.date_utc !== null) {
      const utc = wall(dto.date_utc, 'utc');
      if (!utc) throw new BadRequestException('date_utc is no date.');
      if (bug('date-utc-as-local')) return { date: utc, dateUtc: toUtc(utc, SITE_ZONE) };
      return { date: fromUtc(utc, SITE_ZONE), dateUtc: utc };
    }
    return undefined;
  }
  protected now() { const utc = nowUtc(); return { date: fromUtc(utc, SITE_ZONE), dateUtc: utc }; }
  protected language(ctx: Context) { return ctx.lang ?? DEFAULT_LANGUAGE; }

  /** Adds the rule which statuses the list shows to this user. */
  protected withStatus(qb: SelectQueryBuilder<T>, alias: string, user: User, text: string | undefined) {
    const asked = text === undefined || text === '' ? ['publish'] : statuses(text);
    qb.andWhere(`${alias}.status IN (:...statuses)`, { statuses: asked });
    if (asked.every((s) => s === 'publish') || seesAll(user)) return;
    if (bug('status-filter-leaks') && this.kind === 'event') return;
    if (user.role === 'author') qb.andWhere(`(${alias}.status = 'publish' OR ${alias}.author = :me)`, { me: user.id });
    else if (text!.includes('any')) qb.andWhere(`${alias}.status = 'publish'`);
    else deny(user);
  }
  /** Removes a post; says what the answer shows. */
  protected async discard(post: T) {
    if (variant('trash-on-delete')) { await this.repo.update(post.id, { status: 'trash' } as any); post.status = 'trash'; return; }
    await this.repo.delete(post.id);
  }
}
