import type { HostileRow } from './hostile-row.js';
import { drips, goesOn, head, responds, says, withFields } from './speech.js';

const FILLER = `X-Filler: ${'x'.repeat(1_000)}\r\n`;

const EMPTY = '{"events":[]}';

/** Targets with heads that are no HTTP, or too much of it. */
export const headRows: readonly HostileRow[] = [
  {
    number: 14,
    title: 'sends headers without end',
    phases: ['before', 'middle'],
    speak: goesOn('HTTP/1.1 200 OK\r\n', FILLER),
  },
  { number: 15, title: 'sends one header of 200 KB', speak: says(head(`X-Long: ${'x'.repeat(200_000)}`)) },
  {
    number: 16,
    title: 'drips its head octet by octet',
    isSilent: true,
    speak: drips(`HTTP/1.1 200 OK\r\n${FILLER}`, 20),
  },
  { number: 17, title: 'sends NUL in a header', speak: responds((honest) => withFields(honest, 'X-Nul: a\0b')) },
  { number: 18, title: 'sends a bare CR in a header', speak: responds((honest) => withFields(honest, 'X-Cr: a\rb')) },
  {
    number: 18,
    title: 'ends the lines of its head with a bare LF',
    speak: responds(({ head: fields, body }) => ({ head: fields.replaceAll('\r\n', '\n'), body })),
  },
  {
    number: 18,
    title: 'folds a header over two lines',
    speak: responds((honest) => withFields(honest, 'X-Folded: a', ' b')),
  },
  {
    number: 19,
    title: 'sets 2,500 cookies',
    speak: responds((honest) =>
      withFields(honest, ...Array.from({ length: 2_500 }, (_, at) => `Set-Cookie: c${at}=x`)),
    ),
  },
  {
    number: 20,
    title: 'answers with status 999',
    speak: says(`HTTP/1.1 999 No\r\nContent-Length: 2\r\n\r\n{}`),
  },
  { number: 20, title: 'answers with a status of 100 digits', speak: says(`HTTP/1.1 ${'2'.repeat(100)} OK\r\n\r\n`) },
  {
    number: 23,
    title: 'floods with interim responses',
    phases: ['before', 'middle'],
    isSilent: true,
    speak: goesOn('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(100)),
  },
  { number: 27, title: 'sends a negative length', speak: says(head('Content-Length: -1'), EMPTY) },
  {
    number: 27,
    title: 'sends a length beyond all numbers',
    speak: says(head('Content-Length: 99999999999999999999999'), EMPTY),
  },
  {
    number: 28,
    title: 'sends two different lengths',
    speak: says(head('Content-Length: 13', 'Content-Length: 5'), EMPTY),
  },
  {
    number: 29,
    title: 'sends a length and chunks',
    speak: says(head('Content-Length: 13', 'Transfer-Encoding: chunked'), `d\r\n${EMPTY}\r\n0\r\n\r\n`),
  },
];
