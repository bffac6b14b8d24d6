import { createReferenceServer, type ReferenceServer, type ReferenceServerOptions } from '../reference-server/index.js';
import { wrongUse } from './command-error.js';

/** Creates the reference server. What it cannot start with was given wrong: throws a wrong use that says what. */
export function createServer(options: ReferenceServerOptions): ReferenceServer {
  try {
    return createReferenceServer(options);
  } catch (error) {
    throw wrongUse(error instanceof Error ? error.message : String(error));
  }
}
