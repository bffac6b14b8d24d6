import { gzipSync } from 'node:zlib';
import { decodeBody } from '../../harness/content-coding.js';
import type { WireResponse } from '../../harness/exchange.js';
import { alsoForHead } from '../also-for-head.js';
import { editResponse, withBody, withHeader } from '../edit-answer.js';
import type { Variant } from '../variant.js';

/** Not to code what nobody asked to be coded is a SHOULD alone (RFC 9110 section 12.5.3). */
const coded = (response: WireResponse): WireResponse => {
  const plain = decodeBody(response);
  if (!plain || plain.length === 0) return response;
  const { status, headers, body } = withBody(response, gzipSync(plain));
  return { status, headers: withHeader(headers, 'Content-Encoding', 'gzip'), body };
};

/** Every answer is compressed, whoever asks. */
export const gzip: Variant = {
  id: 'coding.gzip',
  aspect: 'content-coding',
  statement: 'Every body is compressed with gzip.',
  create: () => alsoForHead(async (request, next) => editResponse(await next(request), coded)),
};
