import { serve } from '@hono/node-server';
import { app } from './app.js';

const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT ?? 3000) });
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {
  server.close();
  process.exit(0);
});
