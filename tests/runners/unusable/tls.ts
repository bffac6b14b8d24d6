import { createServer } from 'node:http';
import type { ServerOptions } from 'node:https';
import { answerTroubles, tlsTroubles } from '../../../wire/preflight/trouble-catalogue.js';
import { certificate } from '../../wire/transports/certificate.js';
import { certificates } from '../../wire/transports/certificates.js';
import type { Case } from '../input/case.js';
import { answering } from '../targets.js';
import { fileOf, listenOn, listenTcp, listenTls } from './servers.js';

const { stranger, authority } = certificates;
const events = answering(200, { 'content-type': 'application/json' }, '{"events":[]}');

const serve = async (options: ServerOptions): Promise<string> => `https://${await listenTls(options, events)}`;
const trusting = async (options: Readonly<Record<'cert' | 'key', string>>): Promise<string> =>
  `${await serve(options)} --ca ${fileOf(options.cert)}`;
const mutual = (version: 'TLSv1.2' | 'TLSv1.3'): Promise<string> =>
  serve({ ...certificate, requestCert: true, ca: authority.cert, minVersion: version, maxVersion: version });

/** A fatal alert in place of a handshake (RFC 8446 section 6). */
const alert = (description: number) =>
  listenTcp((socket) => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, description])));
const [UNKNOWN_CA, INTERNAL_ERROR] = [48, 80];

const show = ({ cert, key }: Readonly<Record<'cert' | 'key', string>>): string =>
  `--cert ${fileOf(cert)} --key ${fileOf(key)}`;

export const tlsCases: readonly Case[] = [
  { about: 'a certificate of its own', trouble: tlsTroubles.distrusted, open: () => serve(certificate) },
  {
    about: 'a certificate that --ca does not know',
    trouble: tlsTroubles.distrustedByFile,
    open: async () => `${await serve(certificate)} --ca ${fileOf(authority.cert)}`,
  },
  { about: 'an expired certificate', trouble: tlsTroubles.expired, open: () => trusting(certificates.expired) },
  { about: 'a certificate of the future', trouble: tlsTroubles.early, open: () => trusting(certificates.early) },
  { about: 'the certificate of another', trouble: tlsTroubles.otherHost, open: () => trusting(certificates.otherHost) },
  {
    about: 'plain HTTP where TLS is expected',
    trouble: tlsTroubles.notSpoken,
    open: async () => `https://${await listenOn(createServer(events))}`,
  },
  {
    about: 'old TLS alone',
    trouble: tlsTroubles.noCommonGround,
    open: () => serve({ ...certificate, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' }),
  },
  {
    about: 'HTTP/2 alone',
    trouble: tlsTroubles.noCommonProtocol,
    open: () => serve({ ...certificate, ALPNProtocols: ['h2'] }),
  },
  {
    about: 'a client certificate wanted over TLS 1.2',
    trouble: tlsTroubles.brokenOff,
    open: async () => `${await mutual('TLSv1.2')} --insecure`,
  },
  {
    about: 'a client certificate wanted over TLS 1.3',
    trouble: tlsTroubles.certificateWanted,
    open: async () => `${await mutual('TLSv1.3')} --insecure`,
  },
  {
    about: 'a client certificate wanted by nginx',
    trouble: tlsTroubles.certificateWanted,
    open: async () =>
      `http://${await listenOn(createServer(answering(400, {}, '<center>No required SSL certificate was sent</center>')))}`,
  },
  {
    about: 'a client certificate of a stranger, refused with an alert',
    trouble: tlsTroubles.certificateRefused,
    open: async () => `https://${await alert(UNKNOWN_CA)} ${show(stranger)}`,
  },
  {
    about: 'a client certificate of a stranger, refused by nginx',
    trouble: tlsTroubles.certificateRefused,
    open: async () =>
      `http://${await listenOn(createServer(answering(400, {}, '<center>The SSL certificate error</center>')))}`,
  },
  {
    about: 'a client certificate of a stranger, hung up on',
    trouble: answerTroubles.resetOverTls,
    open: async () => `${await mutual('TLSv1.3')} --insecure ${show(stranger)}`,
  },
  {
    about: 'an alert of another kind',
    trouble: tlsTroubles.failed,
    open: async () => `https://${await alert(INTERNAL_ERROR)}`,
  },
];
