import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { HostileRow, Speak } from './hostile-row.js';
import { goesOn, head, responds, says, saysAndCloses, withBody, withFields, write } from './speech.js';

const CHUNKED = head('Transfer-Encoding: chunked');
const MEGABYTE = Buffer.alloc(1_000_000);

/** A whole response in a coding. */
const coded = (coding: string, body: Buffer): Speak =>
  says(head(`Content-Encoding: ${coding}`, `Content-Length: ${body.length}`), body);

const bomb = gzipSync(Buffer.alloc(100_000_000));
const manyMembers = Buffer.concat(Array.from({ length: 200 }, () => gzipSync(MEGABYTE)));
const sixfold = Array.from({ length: 6 }).reduce<Buffer>((body) => gzipSync(body), Buffer.from('{"events":[]}'));
const ZSTD = Buffer.from('28b52ffd0400690000', 'hex');

/** A body that should not be there: none of 204 and 304 has one, and no response to HEAD. */
const overfull = (start: string): Speak => says(`HTTP/1.1 ${start}\r\nContent-Length: 13\r\n\r\n{"events":[]}`);

/** Targets with bodies that do not end where they say, or unfold to more than memory holds. */
export const bodyRows: readonly HostileRow[] = [
  {
    number: 25,
    title: 'sends less than its length',
    speak: saysAndCloses(`${head('Content-Length: 1000')}{"events":[`),
  },
  {
    number: 26,
    title: 'sends more than its length',
    speak: responds(({ head: fields, body }) => ({ head: fields, body: Buffer.concat([body, Buffer.from('}}}}')]) })),
  },
  { number: 30, title: 'sends a chunk size that is none', speak: says(CHUNKED, 'zz\r\n{}\r\n0\r\n\r\n') },
  { number: 30, title: 'sends a chunk size that overflows', speak: says(CHUNKED, `${'F'.repeat(40)}\r\n{}`) },
  {
    number: 31,
    title: 'sends 10 MB in chunks of one octet',
    phases: ['before', 'middle'],
    isSilent: true,
    speak: goesOn(CHUNKED, '1\r\n[\r\n'.repeat(10_000), 1_000),
  },
  {
    number: 32,
    title: 'sends a chunk extension without end',
    isSilent: true,
    speak: goesOn(`${CHUNKED}1;`, 'x'.repeat(10_000)),
  },
  {
    number: 33,
    title: 'sends trailers without end',
    speak: goesOn(`${CHUNKED}2\r\n{}\r\n0\r\n`, 'X-T: x\r\n'.repeat(1_000)),
  },
  { number: 35, title: 'sends a body with 204', speak: overfull('204 No Content') },
  { number: 35, title: 'sends a body with 304', speak: overfull('304 Not Modified') },
  {
    number: 35,
    title: 'sends a body to HEAD',
    async speak(socket, { request, honest }) {
      const honestly = await honest();
      write(socket, request.method === 'HEAD' ? { ...honestly, body: Buffer.from('{"events":[]}') } : honestly);
    },
  },
  { number: 36, title: 'sends a gzip bomb', phases: ['before', 'middle'], speak: coded('gzip', bomb) },
  { number: 37, title: 'sends a Brotli bomb', speak: coded('br', brotliCompressSync(Buffer.alloc(100_000_000))) },
  { number: 37, title: 'sends gzip of 200 members', speak: coded('gzip', manyMembers) },
  { number: 38, title: 'applies six codings', speak: coded('gzip, gzip, gzip, gzip, gzip, gzip', sixfold) },
  {
    number: 39,
    title: 'cuts its gzip off',
    phases: ['before', 'middle'],
    speak: responds((honest) =>
      withFields(withBody(honest, gzipSync(honest.body).subarray(0, -9)), 'Content-Encoding: gzip'),
    ),
  },
  {
    number: 39,
    title: 'calls gzip what is none',
    speak: responds((honest) => withFields(honest, 'Content-Encoding: gzip')),
  },
  { number: 40, title: 'compresses with zstd', speak: coded('zstd', ZSTD) },
  {
    number: 41,
    title: 'sends a body without end',
    phases: ['before', 'middle'],
    speak: goesOn(CHUNKED, Buffer.concat([Buffer.from('f4240\r\n'), MEGABYTE, Buffer.from('\r\n')])),
  },
];
