import { BadRequestException } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsArray, IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, Min, ValidateIf } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { bug } from './switches';

export const STATUSES = ['publish', 'draft', 'pending', 'private', 'future', 'trash'];
export const MAX_ID = Number.MAX_SAFE_INTEGER;

export const toInt = (v: unknown) => (typeof v === 'string' && /^-?\d+$/.test(v.trim()) ? Number(v) : v);
export const toBool = (v: unknown) =>
  v === true || v === 1 || v === '1' || v === 'true' ? true : v === false || v === 0 || v === '0' || v === 'false' ? false : v;
export const toList = (v: unknown): unknown => {
  if (v === null || v === undefined) return v;
  if (v === '') return [];
  if (typeof v === 'string') return v.split(',').map((x) => x.trim()).filter((x) => x !== '');
  return Array.isArray(v) ? v.flatMap((x) => (typeof x === 'string' ? (toList(x) as unknown[]) : [x])) : [v];
};
export const toIds = (v: unknown) => { const l = toList(v); return Array.isArray(l) ? l.map(toInt) : l; };

/** Required in the DTO classes that name it in `required`; elsewhere it may be left out, but not be null. */
export const Present = (): PropertyDecorator => (target, key) =>
  ValidateIf((o, v) => v !== undefined || !!o.constructor.required?.includes(key))(target, key as string);

export const Text = () => applyDecorators(IsOptional(), IsString());
export const Bool = () => applyDecorators(Transform(({ value }) => toBool(value)), IsOptional(), IsBoolean());
export const Int = (min = 0) => applyDecorators(Transform(({ value }) => toInt(value)), IsOptional(), IsInt(), Min(min), Max(MAX_ID));
export const Ids = () => applyDecorators(
  Transform(({ value }) => toIds(value)), IsOptional(), IsArray(), IsInt({ each: true }), Min(1, { each: true }), Max(MAX_ID, { each: true }));
export const Status = () => applyDecorators(IsOptional(), IsString(), IsIn(STATUSES));

export class PageQuery {
  @Int(1) page?: number;
  @Int(1) per_page?: number;
  @Text() search?: string;
}
export class StatusQuery extends PageQuery { @Text() status?: string }

export const MAX_PER_PAGE = 500;
export const paging = (q: PageQuery, size = 10) => ({ page: q.page ?? 1, perPage: Math.min(q.per_page ?? size, MAX_PER_PAGE) });
export const offset = (p: { page: number; perPage: number }) => Math.min((p.page - 1) * p.perPage, MAX_ID);

export function statuses(text: string): string[] {
  const list = text.split(',').map((s) => s.trim()).filter(Boolean);
  if (list.includes('any')) return STATUSES.filter((s) => s !== 'trash');
  const wrong = list.find((s) => !STATUSES.includes(s));
  if (wrong !== undefined) throw new BadRequestException(`Unknown status ${wrong}.`);
  return list.length ? list : ['publish'];
}
export const flag = (v: unknown, name: string): boolean | undefined => {
  if (v === undefined || v === null || v === '') return undefined;
  const b = toBool(typeof v === 'string' ? v.toLowerCase() : v);
  if (typeof b !== 'boolean') throw new BadRequestException(`${name} must be true or false.`);
  return b;
};
