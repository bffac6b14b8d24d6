import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { NestExpressApplication } from '@nestjs/platform-express';
import * as qs from 'qs';
import { AppModule } from './app.module';
import { allow, bodyError, bodyShape, conditional, etagOf, languageSegment } from './common/http';

async function main() {
  const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: ['error', 'warn'], bodyParser: false });
  app.disable('x-powered-by');
  app.set('query parser', (text: string) => qs.parse(text, { arrayLimit: 1000, parameterLimit: 1000, depth: 2 }));
  app.set('etag', etagOf);
  app.use(languageSegment);
  app.use(conditional);
  app.use(allow);
  app.useBodyParser('json', { limit: '2mb', strict: false });
  app.useBodyParser('urlencoded', { extended: true, limit: '2mb', parameterLimit: 2000 });
  app.use(bodyError);
  app.use(bodyShape);
  const server = await app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
  server.keepAliveTimeout = 65000;
  const stop = () => process.exit(0);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
main().catch((e) => { console.error(e); process.exit(1); });
