import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { certificate } from '../wire/transports/certificate.js';
import { certificates } from '../wire/transports/certificates.js';
import type { HostileRow, ServingRow } from './hostile-row.js';

interface TlsOptions extends ServerOptions {
  readonly answer?: RequestListener;
}

const isEmpty: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"events":[]}');
};

const overTls = (number: number, title: string, { answer = isEmpty, ...options }: TlsOptions): ServingRow => ({
  number,
  title,
  scheme: 'https',
  serve: () => createHttpsServer(options, answer),
});

/** A handshake record (RFC 8446 section 5.1) that announces more than it has. */
const UNFINISHED = Buffer.from([0x16, 3, 3, 0x40, 0, 2, 0, 0x3f, 0xfc]);

/** Starts another handshake instead of a response, and another one after it. */
const renegotiate: RequestListener = ({ socket }) => {
  const again = (): void => void (socket as TLSSocket).renegotiate({}, (error) => error === null && again());
  again();
};

const SUBJECT = '[req]\ndistinguished_name=name\nx509_extensions=names\nprompt=no\n[name]\nCN=many\n';

/** A certificate of its own with 10,000 names, ours not among them. */
function withManyNames(): Readonly<Record<'cert' | 'key', string>> {
  const folder = mkdtempSync(join(tmpdir(), 'calproof-names-'));
  const names = Array.from({ length: 10_000 }, (_, at) => `DNS.${at}=n${at}.example`);
  writeFileSync(join(folder, 'many.cnf'), `${SUBJECT}[names]\nsubjectAltName=@all\n[all]\n${names.join('\n')}\n`);
  const words =
    'req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -days 2 -config many.cnf -out cert -keyout key';
  execFileSync('openssl', words.split(' '), { cwd: folder, stdio: 'pipe' });
  const [cert = '', key = ''] = ['cert', 'key'].map((name) => readFileSync(join(folder, name), 'utf8'));
  rmSync(folder, { recursive: true });
  return { cert, key };
}

const many = withManyNames();

/** Targets with TLS that does not let a client in. */
export const tlsRows: readonly HostileRow[] = [
  { ...overTls(9, 'presents an expired certificate', certificates.expired), ca: certificates.expired.cert },
  {
    ...overTls(9, 'presents the certificate of another host', certificates.otherHost),
    ca: certificates.otherHost.cert,
  },
  overTls(9, 'presents a certificate of an unknown authority', certificate),
  overTls(10, 'speaks obsolete TLS only', {
    ...certificate,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'ALL@SECLEVEL=0',
  }),
  overTls(11, 'speaks HTTP/2 only', { ...certificate, ALPNProtocols: ['h2'] }),
  {
    number: 12,
    title: 'never ends the TLS handshake',
    phases: ['before', 'middle'],
    isSilent: true,
    scheme: 'https',
    ca: certificate.cert,
    serve({ respond, isGood }) {
      const honest = createHttpsServer(certificate, respond);
      return createServer((socket) => (isGood() ? honest.emit('connection', socket) : socket.write(UNFINISHED)));
    },
  },
  {
    ...overTls(12, 'renegotiates TLS without end', { ...certificate, maxVersion: 'TLSv1.2', answer: renegotiate }),
    ca: certificate.cert,
  },
  { ...overTls(13, 'presents a certificate with 10,000 names', many), ca: many.cert },
];
