import { loadMedia, makeApp } from './app';
import { PORT } from './config';
import { seed } from './seed';

async function main(): Promise<void> {
  await seed();
  await loadMedia();
  const server = makeApp().listen(PORT, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${PORT}`));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => { server.close(); server.closeAllConnections(); });
}
main().catch((e) => {
  console.error(e);
  process.exit(1);
});
