import { BadRequestException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { AppRequest, Context, DEFAULT_LANGUAGE, deny, NS, scopeSql, seesAll, User } from '../common/context';
import { flag, offset, paging } from '../common/dto';
import { checkIfMatch, Page } from '../common/http';
import { bug } from '../common/switches';
import { like, likeSql, uniqueSlug } from '../common/text';
import { Category, Tag, Term } from '../entities';
import { CategoryDto, TagDto, TermQuery } from './term.dto';

const ORDERBY: Record<string, string> = {
  id: 't.id', term_id: 't.id', name: 'fold(t.name)', slug: 't.slug', description: 'fold(t.description)', count: 'term_count', parent: 't.parent',
};

abstract class TermsService<T extends Term, D extends TagDto> {
  protected abstract readonly kind: 'category' | 'tag';
  protected abstract readonly plural: string;
  constructor(protected readonly repo: Repository<T>) {}

  private countSql(user: User) {
    return `(SELECT COUNT(*) FROM event_${this.kind} l JOIN event ev ON ev.id = l.eventId WHERE l.${this.kind}Id = t.id AND ${scopeSql(user, 'ev')})`;
  }
  async list(q: TermQuery, ctx: Context) {
    const p = paging(q);
    const qb = this.repo.createQueryBuilder('t').where('1 = 1');
    const count = this.countSql(ctx.user);
    if (ctx.lang) qb.andWhere('t.language = :lang', { lang: ctx.lang });
    if (q.search) qb.andWhere(likeSql('t', ['name', 'slug', 'description']), { search: like(q.search) });
    if (q.include?.length) qb.andWhere('t.id IN (:...include)', { include: q.include });
    if (q.exclude?.length) qb.andWhere('t.id NOT IN (:...exclude)', { exclude: q.exclude });
    const byDefault = !(this.kind === 'tag' && bug('tags-hide-empty-off'));
    const hide = bug('hide-empty-zero') ? (q.hide_empty !== undefined ? q.hide_empty !== 'false' : true) : flag(q.hide_empty, 'hide_empty') ?? byDefault;
    if (hide) qb.andWhere(`${count} > 0`);
    if (typeof q.parent === 'number' && this.kind === 'category') qb.andWhere('t.parent = :parent', { parent: q.parent });
    for (const id of [q.post, q.event]) {
      if (typeof id !== 'number') continue;
      const name = `post${id}`;
      qb.andWhere(`EXISTS (SELECT 1 FROM event_${this.kind} l JOIN event ev ON ev.id = l.eventId WHERE l.${this.kind}Id = t.id AND ev.id = :${name} AND ${scopeSql(ctx.user, 'ev')})`, { [name]: id });
    }
    if (q.slug) qb.andWhere('t.slug = :slug', { slug: q.slug });
    const total = await qb.getCount();
    const order = (q.order || 'asc').toLowerCase();
    if (!['asc', 'desc', 'ascending', 'descending'].includes(order)) throw new BadRequestException('order must be ascending or descending.');
    let by = Object.hasOwn(ORDERBY, q.orderby || 'name') ? ORDERBY[q.orderby || 'name'] : undefined;
    if (!by || (by === 't.parent' && this.kind === 'tag')) throw new BadRequestException('Terms have no such attribute to sort by.');
    if (by === 't.id' && bug('orderby-id-as-text')) by = 'CAST(t.id AS TEXT)';
    if (by === 'term_count') by = count;
    const direction = order.startsWith('desc') ? 'DESC' : 'ASC';
    const rows = await qb.select('t.id', 'id').addSelect(by, 'sorted').addSelect(count, 'term_count').orderBy('sorted', direction).addOrderBy('t.id', direction)
      .limit(p.perPage).offset(offset(p)).getRawMany();
    const found = rows.length ? await this.repo.find({ where: { id: In(rows.map((r) => r.id)) } as any }) : [];
    const items = rows.map((r) => this.present(found.find((t) => t.id === r.id)!, r.term_count, ctx));
    return new Page(this.plural, items, total, p.page, p.perPage);
  }
  present(t: T, count: number, ctx: Context) {
    return { id: t.id, name: t.name, slug: t.slug, description: t.description, ...(t instanceof Category ? { parent: t.parent } : {}),
      count, language: t.language, rest_url: `${ctx.base}/${NS}/${this.plural}/${t.id}` };
  }
  private async shown(t: T, ctx: Context) {
    const { n } = (await this.repo.createQueryBuilder('t').select(this.countSql(ctx.user), 'n').where('t.id = :id', { id: t.id }).getRawOne()) ?? { n: 0 };
    return this.present(t, n, ctx);
  }
  protected async find(id: number) {
    const t = await this.repo.findOne({ where: { id } as any });
    if (!t) throw new NotFoundException(`There is no such ${this.kind}.`);
    return t;
  }
  async get(id: number, ctx: Context) { return this.shown(await this.find(id), ctx); }
  async create(dto: D, ctx: Context) {
    if (!seesAll(ctx.user)) deny(ctx.user);
    const t = this.repo.create({ description: '', language: ctx.lang ?? DEFAULT_LANGUAGE } as any) as unknown as T;
    await this.apply(t, dto);
    t.slug = await uniqueSlug(this.repo, dto.slug || t.name, `${this.kind}-${Date.now().toString(36)}`);
    await this.repo.save(t);
    return this.shown(t, ctx);
  }
  async update(id: number, dto: D, ctx: Context, req: AppRequest) {
    const t = await this.find(id);
    if (!seesAll(ctx.user)) deny(ctx.user);
    checkIfMatch(req, await this.shown(t, ctx));
    await this.apply(t, dto);
    if (dto.slug) t.slug = await uniqueSlug(this.repo, dto.slug, t.slug, t.id);
    await this.repo.save(t);
    return this.shown(t, ctx);
  }
  protected async apply(t: T, dto: D): Promise<void> {
    if (dto.name !== undefined) t.name = dto.name;
    if (dto.description !== undefined) t.description = dto.description ?? '';
  }
  async remove(id: number, ctx: Context, req: AppRequest) {
    const t = await this.find(id);
    if (!seesAll(ctx.user)) deny(ctx.user);
    const shown = await this.shown(t, ctx);
    checkIfMatch(req, shown);
    await this.discard(t);
    return { ...shown, deleted: true };
  }
  protected async discard(t: T) { await this.repo.delete(t.id); }
}

@Injectable()
export class CategoriesService extends TermsService<Category, CategoryDto> {
  protected readonly kind = 'category';
  protected readonly plural = 'categories';
  constructor(@InjectRepository(Category) repo: Repository<Category>) { super(repo); }
  protected async apply(t: Category, dto: CategoryDto) {
    if (dto.parent !== undefined && !(t.id !== undefined && bug('category-parent-not-updated'))) {
      const parent = dto.parent ?? 0;
      const seen = new Set<number>();
      for (let up = parent; up && !seen.has(up);) {
        seen.add(up);
        if (up === t.id) throw new BadRequestException('A category cannot be below itself.');
        const c = await this.repo.findOneBy({ id: up });
        if (!c) throw new BadRequestException('There is no such parent category.');
        up = c.parent;
      }
      t.parent = parent;
    } else t.parent ??= 0;
    await super.apply(t, dto);
  }
  protected async discard(t: Category) {
    if (bug('parent-delete-cascade')) await this.repo.delete({ parent: t.id });
    else await this.repo.update({ parent: t.id }, { parent: t.parent });
    await super.discard(t);
  }
}
@Injectable()
export class TagsService extends TermsService<Tag, TagDto> {
  protected readonly kind = 'tag';
  protected readonly plural = 'tags';
  constructor(@InjectRepository(Tag) repo: Repository<Tag>) { super(repo); }
}
