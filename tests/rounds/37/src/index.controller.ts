import { Controller, Get, Req } from '@nestjs/common';
import { AppRequest, baseUrl, NS } from './common/context';

const ITEM = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const routes = (): Record<string, string[]> => Object.fromEntries([
  [`/${NS}`, ['GET']], [`/${NS}/doc`, ['GET']],
  ...['events', 'venues', 'organizers', 'categories', 'tags'].flatMap((r) => [
    [`/${NS}/${r}`, ['GET', 'POST']], [`/${NS}/${r}/{id}`, ITEM],
    ...(['categories', 'tags'].includes(r) ? [] : [[`/${NS}/${r}/by-slug/{slug}`, ITEM]])]),
]);

@Controller()
export class IndexController {
  @Get() root(@Req() req: AppRequest) {
    return { name: 'Events', url: baseUrl(req) + '/', namespaces: [NS], _links: { self: [{ href: `${baseUrl(req)}/` }], item: [{ href: `${baseUrl(req)}/${NS}` }] } };
  }
  @Get(NS) namespace(@Req() req: AppRequest) {
    return { namespace: NS, routes: Object.fromEntries(Object.entries(routes()).map(([path, methods]) => [path, { namespace: NS, methods }])),
      _links: { up: [{ href: `${baseUrl(req)}/` }], self: [{ href: `${baseUrl(req)}/${NS}` }] } };
  }
  @Get(`${NS}/doc`) doc(@Req() req: AppRequest) {
    const parameter = { name: 'ml_language', in: 'query', required: false, schema: { type: 'string', enum: ['nl', 'en', 'fr', 'de'] } };
    return { openapi: '3.0.3', info: { title: 'Calendar Events REST Interface', version: '1' }, servers: [{ url: baseUrl(req) }],
      paths: Object.fromEntries(Object.entries(routes()).map(([path, methods]) => [path, Object.fromEntries(methods.map((m) =>
        [m.toLowerCase(), { parameters: [parameter, ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))], responses: { 200: { description: 'OK' } } }]))])) };
  }
}
