import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Answers a request when its turn on the connection has come. */
export type EnqueueRequest = <T>(request: IncomingMessage, answer: () => Promise<T>) => Promise<T>;

const isSafe = (method = 'GET'): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);

/**
 * Node hands pipelined requests over side by side. What follows a write on its connection must see the effect of it, so
 * it waits until the write is done (RFC 9112 section 9.3.2).
 */
export function createRequestQueue(): EnqueueRequest {
  const writes = new WeakMap<Socket, Promise<unknown>>();
  return (request, answer) => {
    const earlier = writes.get(request.socket);
    const answered = earlier ? earlier.then(answer, answer) : answer();
    if (!isSafe(request.method)) writes.set(request.socket, answered);
    return answered;
  };
}
