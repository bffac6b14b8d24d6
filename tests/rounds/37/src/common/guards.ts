import { BadRequestException, CanActivate, ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import { ACCOUNTS, ANONYMOUS, ANYBODY, AppRequest, Language, LanguageHolder, LANGUAGES } from './context';
import { bug, USERS } from './switches';

@Injectable()
export class AuthGuard implements CanActivate {
  canActivate(ec: ExecutionContext): boolean {
    const req = ec.switchToHttp().getRequest<AppRequest>();
    req.user = USERS ? this.identify(req) : ANYBODY;
    return true;
  }
  private identify(req: AppRequest) {
    const header = req.headers.authorization;
    if (header === undefined) return ANONYMOUS;
    const m = /^basic\s+(\S+)\s*$/i.exec(header);
    if (!m) throw new UnauthorizedException('Unsupported credentials.');
    const text = Buffer.from(m[1], 'base64').toString('utf8');
    const at = text.indexOf(':');
    const name = text.slice(0, at);
    const password = text.slice(at + 1);
    const found = ACCOUNTS.find((a) => a.name === name && (bug('credentials-name-only') || a.password === password));
    if (at < 0 || !found) throw new UnauthorizedException('Wrong user name or password.');
    return { id: found.id, name: found.name, role: found.role };
  }
}

@Injectable()
export class LanguageGuard implements CanActivate {
  constructor(private readonly holder: LanguageHolder) {}
  canActivate(ec: ExecutionContext): boolean {
    const req = ec.switchToHttp().getRequest<AppRequest>();
    const body = req.body && typeof req.body === 'object' && !Array.isArray(req.body) ? req.body : {};
    const asked = req.query.ml_language ?? body.ml_language ?? undefined;
    if (asked !== undefined && asked !== null && !(LANGUAGES as readonly unknown[]).includes(asked))
      throw new BadRequestException('ml_language must be one of nl, en, fr, de.');
    req.lang = (asked as Language | undefined) ?? req.pathLang;
    this.holder.current = req.lang;
    return true;
  }
}
