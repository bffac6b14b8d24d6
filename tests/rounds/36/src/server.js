'use strict';
const http = require('http');
const createApp = require('./app');
const seed = require('./seed');

async function main() {
  await seed();
  const server = http.createServer(createApp().callback());
  server.keepAliveTimeout = 65000;
  server.listen(Number(process.env.PORT || 8080), '127.0.0.1');
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.once(signal, () => { server.close(() => process.exit(0)); server.closeAllConnections(); });
  }
}
main().catch((error) => { console.error(error); process.exit(1); });
