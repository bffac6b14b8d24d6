import type { Socket } from 'node:net';
import type { RawResponse, Speak } from './hostile-row.js';

/** A head of 200 with the media type of JSON, and more fields. */
export const head = (...fields: readonly string[]): string =>
  ['HTTP/1.1 200 OK', 'Content-Type: application/json', ...fields, '', ''].join('\r\n');

/** Writes, and leaves the connection open. */
export const says =
  (...parts: readonly (string | Buffer)[]): Speak =>
  (socket) => {
    for (const part of parts) socket.write(part);
  };

/** Writes, and closes the connection. */
export const saysAndCloses =
  (text: string | Buffer): Speak =>
  (socket) =>
    socket.end(text);

/** Writes a start, then a chunk every 10 ms, unless the last one was not read yet: so many times or without end. */
export const goesOn =
  (start: string, chunk: string | Buffer, times = Number.POSITIVE_INFINITY): Speak =>
  (socket) => {
    socket.write(start);
    let left = times;
    const timer = setInterval(() => {
      if (left === 0 || socket.writableNeedDrain) return;
      socket.write(chunk);
      left -= 1;
    }, 10);
    socket.on('close', () => clearInterval(timer));
  };

/** Writes a text octet by octet, so many ms apart, again and again. */
export const drips =
  (text: string, ms: number): Speak =>
  (socket) => {
    let at = 0;
    const timer = setInterval(() => {
      socket.write(text[at % text.length] ?? '');
      at += 1;
    }, ms);
    socket.on('close', () => clearInterval(timer));
  };

/** Responds as an honest server does, but for what `change` makes of the response. */
export const responds =
  (change: (honest: RawResponse) => RawResponse = (honest) => honest): Speak =>
  async (socket, asked) => {
    const { head: fields, body } = change(await asked.honest());
    // Without its body, the length of the response to a HEAD is not known here.
    const isHead = asked.request.method === 'HEAD';
    write(socket, { head: isHead ? fields.replace(/Content-Length: \d+\r\n/i, '') : fields, body });
  };

/** Writes a response as it is, whatever its head says. */
export function write(socket: Socket, { head: fields, body }: RawResponse): void {
  socket.write(Buffer.concat([Buffer.from(fields, 'latin1'), body]));
}

/** The response with another body, and the length of that. */
export const withBody = ({ head: fields }: RawResponse, body: Buffer): RawResponse => ({
  head: fields.replace(/Content-Length: \d+/i, `Content-Length: ${body.length}`),
  body,
});

/** The response with another text in its body. */
export const rewriting = (rewrite: (text: string) => string): Speak =>
  responds((honest) => withBody(honest, Buffer.from(rewrite(honest.body.toString()))));

/** The response with more in its head. */
export const withFields = ({ head: fields, body }: RawResponse, ...more: readonly string[]): RawResponse => ({
  head: fields.replace('\r\n\r\n', `\r\n${more.map((field) => `${field}\r\n`).join('')}\r\n`),
  body,
});
