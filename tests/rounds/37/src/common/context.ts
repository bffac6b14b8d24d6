import { createParamDecorator, ExecutionContext, ForbiddenException, Injectable, UnauthorizedException } from '@nestjs/common';
import { Request } from 'express';
import { USERS } from './switches';

export type Role = 'all' | 'editor' | 'author' | 'reader' | 'anonymous';
export interface User { id: number; name: string; role: Role }
export interface Context { user: User; lang?: Language; base: string }
export const LANGUAGES = ['nl', 'en', 'fr', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en';
export const NS = 'vendor/events/v1';

export interface AppRequest extends Request { user: User; lang?: Language; pathLang?: Language }

export const ANYBODY: User = { id: 0, name: '', role: 'all' };
export const ANONYMOUS: User = { id: 0, name: '', role: 'anonymous' };
export const ACCOUNTS: (User & { password: string })[] = [
  { id: 1, name: 'editor', role: 'editor', password: 'editor' },
  { id: 2, name: 'author', role: 'author', password: 'author' },
  { id: 3, name: 'reader', role: 'reader', password: 'reader' },
];

export const baseUrl = (req: AppRequest) =>
  `${req.protocol}://${req.get('host') ?? 'localhost'}${req.pathLang ? '/' + req.pathLang : ''}`;

export const Ctx = createParamDecorator((_: unknown, ec: ExecutionContext): Context => {
  const req = ec.switchToHttp().getRequest<AppRequest>();
  return { user: req.user, lang: req.lang, base: baseUrl(req) };
});

/** Holder of the language of the request being served (see LanguageGuard). */
@Injectable()
export class LanguageHolder { current?: Language }

export const seesAll = (u: User) => u.role === 'all' || u.role === 'editor';
export const owns = (u: User, author: number) => u.role === 'author' && u.id === author;
export const mayRead = (u: User, p: { status: string; author: number }) =>
  p.status === 'publish' || seesAll(u) || owns(u, p.author);
export const mayWrite = (u: User, p: { author: number }) => seesAll(u) || owns(u, p.author);
export const deny = (u: User): never => {
  if (u.role === 'anonymous' && USERS) throw new UnauthorizedException('Authentication is needed.');
  throw new ForbiddenException('You are not allowed to do that.');
};
/** SQL condition: the posts under `alias` that the user may see at all. */
export const scopeSql = (u: User, alias: string) =>
  seesAll(u) ? `${alias}.status <> 'trash'`
    : u.role === 'author' ? `(${alias}.status = 'publish' OR (${alias}.status <> 'trash' AND ${alias}.author = ${u.id}))`
      : `${alias}.status = 'publish'`;
