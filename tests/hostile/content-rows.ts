import type { HostileRow, Speak } from './hostile-row.js';
import { head, responds, rewriting, says, withBody } from './speech.js';

/** A whole response of JSON. */
const json = (text: string): Speak => says(head(`Content-Length: ${text.length}`), text);

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const redirecting = (location: string): Speak =>
  says(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);

/** Puts another text in place of each id. */
const withIds = (id: string): Speak => rewriting((text) => text.replaceAll(/"id":\d+/g, `"id":${id}`));

/** Targets with well-framed responses that hold something hostile. */
export const contentRows: readonly HostileRow[] = [
  { number: 42, title: 'sends JSON that is 100,000 deep', phases: ['before', 'middle'], speak: json(nested(100_000)) },
  {
    number: 42,
    title: 'sends good records with a field that is 6,000 deep',
    speak: rewriting((text) => text.replaceAll(/"description":/g, `"deep":${nested(6_000)},"description":`)),
  },
  {
    number: 42,
    title: 'sends good records with a field that is 900 deep',
    speak: rewriting((text) => text.replaceAll(/"description":/g, `"deep":${nested(900)},"description":`)),
  },
  { number: 42, title: 'sends 10 MB of opening brackets', speak: json('['.repeat(10_000_000)) },
  { number: 42, title: 'sends 7 MB of empty lists', speak: json(`{"events":[${'[],'.repeat(2_300_000)}[]]}`) },
  { number: 43, title: 'shows ids beyond 2^53', speak: withIds('9007199254740993') },
  { number: 43, title: 'shows ids beyond all numbers', speak: withIds('1e400') },
  { number: 43, title: 'shows -0 for every id', phases: ['before', 'middle'], speak: withIds('-0') },
  {
    number: 44,
    title: 'repeats names, and shows __proto__ and constructor',
    speak: rewriting((text) =>
      text.replaceAll(/"id":(\d+)/g, '"id":$1,"id":$1,"__proto__":{"id":1},"constructor":{"prototype":{"id":1}}'),
    ),
  },
  {
    number: 45,
    title: 'shows lone surrogates',
    speak: rewriting((text) => text.replaceAll('"description":"', '"description":"\\ud800')),
  },
  {
    number: 45,
    title: 'shows octets that are no UTF-8',
    speak: responds((honest) =>
      withBody(
        honest,
        Buffer.from(honest.body.toString('latin1').replaceAll('"description":"', '"description":"\xff\xc0'), 'latin1'),
      ),
    ),
  },
  {
    number: 45,
    title: 'sends UTF-16',
    phases: ['before', 'middle'],
    speak: responds((honest) => withBody(honest, Buffer.from(`\ufeff${honest.body.toString()}`, 'utf16le'))),
  },
  { number: 45, title: 'starts with a byte order mark', speak: rewriting((text) => `\ufeff${text}`) },
  {
    number: 46,
    title: 'redirects in a circle',
    speak: (socket, asked) => redirecting(`/a${asked.request.url === '/a' ? 'b' : ''}`)(socket, asked),
  },
  {
    number: 46,
    title: 'redirects to another host',
    phases: ['before', 'middle'],
    speak: redirecting('http://127.0.0.2:9/'),
  },
  {
    number: 46,
    title: 'redirects to a link-local address',
    speak: redirecting('http://169.254.169.254/latest/meta-data'),
  },
  { number: 46, title: 'redirects to a private address', speak: redirecting('http://10.0.0.1/') },
  { number: 46, title: 'redirects to a file', speak: redirecting('file:///etc/passwd') },
  {
    number: 47,
    title: 'answers 429 to all, to be tried again in three years',
    speak: says('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 100000000\r\nContent-Length: 2\r\n\r\n{}'),
  },
  {
    number: 48,
    title: 'links every page to another, on another host',
    speak: rewriting((text) =>
      text.replaceAll(/"rest_url":/g, '"next_rest_url":"http://127.0.0.2:9/events?page=2","rest_url":'),
    ),
  },
  {
    number: 48,
    title: 'counts one more record at each read',
    speak: rewriting((text) => text.replaceAll(/"total":\d+,"total_pages":\d+/g, () => grownTotal())),
  },
];

let total = 1_000;
const grownTotal = (): string => {
  total += 1;
  return `"total":${total},"total_pages":${total}`;
};
