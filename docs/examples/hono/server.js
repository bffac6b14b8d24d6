import { serve } from '@hono/node-server';
import { createApp } from './app.js';

const port = Number(process.env.PORT ?? 8080);
const server = serve({ fetch: createApp().fetch, port, hostname: '127.0.0.1' }, (address) => {
  console.log(`http://127.0.0.1:${address.port}`);
});
process.on('SIGTERM', () => server.close());
