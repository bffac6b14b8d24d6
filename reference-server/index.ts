export type { UsersFile } from './access.js';
export type { ReferenceServer, ReferenceServerOptions } from './options.js';
export { createReferenceServer } from './server.js';
