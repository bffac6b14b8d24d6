import { build } from './app.js';

const app = await build();
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT || 3000) });
