export type { UsersFile } from './site/access-control.js';
export type { ReferenceServer, ReferenceServerOptions } from './reference-server.js';
export { createReferenceServer } from './reference-server.js';
