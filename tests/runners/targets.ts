import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { WorldFile } from '../../contract/world-file.js';
import { createReferenceServer, type ReferenceServer } from '../../reference-server/index.js';

/** A target for one test, and what was asked of it. */
export interface TestTarget {
  readonly url: string;
  readonly requests: readonly string[];
}

/** Listens on a free port until the test ends. */
export async function listen(handler: RequestListener): Promise<TestTarget> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server has no address');
  return { url: `http://127.0.0.1:${address.port}`, requests };
}

/** Answers instead of the server, or leaves the request to it. */
export type Deviate = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

/** The reference server, with something before it that may answer otherwise. */
export async function listenReference(
  deviate: Deviate = () => false,
  world?: WorldFile,
): Promise<TestTarget & { readonly server: ReferenceServer }> {
  const server = createReferenceServer({ ...(world && { world }) });
  const target = await listen((request, response) => {
    void Promise.resolve(deviate(request, response)).then((answered) => answered || server.handler(request, response));
  });
  return { ...target, server };
}

/** Answers every request alike. */
export const answering =
  (status: number, headers: Readonly<Record<string, string>>, body = ''): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };
