import { createServer, type IncomingMessage } from 'node:http';
import type { WorldFile } from '../../../contract/world-file.js';
import type { Answer } from './call.js';
import { provision } from './provision.js';
import { readBody } from './request-body.js';
import { SITE_PATH, toCall } from './request.js';
import { respond, toRefusal } from './respond.js';
import { answer, answerRoot } from './routes.js';
import type { Site } from './site.js';

export { NAMESPACE } from './request.js';

export interface SecondServerOptions {
  /** The present, in ms since the epoch. */
  readonly now?: () => number;
  /** The zone of the site's clock. */
  readonly zone?: string;
  /** The zone in which date filters compare; that of the site when left out. */
  readonly comparedIn?: string;
  /** What is there to begin with, with the extensions for places and tickets. */
  readonly world?: WorldFile;
}

export interface SecondServer {
  /** Listens on a free port of this machine; gives the address of the REST root. */
  listen(): Promise<{ readonly url: string }>;
  close(): Promise<void>;
}

/** A calendar service by someone who knew the interface alone: one list of records, scanned for every request. */
export function createSecondServer(options: SecondServerOptions = {}): SecondServer {
  const { now = Date.now, zone = 'America/New_York', comparedIn = zone, world } = options;
  const site: Site = { rows: [], zone, comparedIn, language: 'nl', now, isPremium: world !== undefined };
  if (world) provision(site, world);
  const server = createServer((request, response) => {
    void handle(site, request).then((answered) => respond(request, response, answered));
  });
  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, '127.0.0.1', () => {
          const address = server.address();
          const port = typeof address === 'object' ? address?.port : undefined;
          resolve({ url: `http://127.0.0.1:${port}${SITE_PATH}/rest` });
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(site: Site, request: IncomingMessage): Promise<Answer> {
  try {
    const addressed = toCall(site, request, await readBody(request));
    return addressed.at === 'root' ? answerRoot() : answer(addressed.call);
  } catch (error) {
    return toRefusal(error);
  }
}
