import type { Container } from './engine.js';

/** All that a container wrote so far, at most its last lines where a number of them is given. */
export async function fetchLog(container: Container, lines?: number): Promise<string> {
  const options = { stdout: true, stderr: true, follow: false, ...(lines !== undefined && { tail: lines }) } as const;
  const raw = await container.logs(options).catch(() => Buffer.alloc(0));
  return demultiplex(raw).toString('utf8');
}

const HEADER = 8;

/** Without a terminal, each piece has a header: one octet for the stream, three of zeros, four for its length. */
function demultiplex(raw: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < raw.length; ) {
    const isHeader = raw.length - at >= HEADER && raw.readUInt32BE(at) % 2 ** 24 === 0 && raw.readUInt8(at) <= 2;
    if (!isHeader) return raw;
    const length = raw.readUInt32BE(at + 4);
    pieces.push(raw.subarray(at + HEADER, at + HEADER + length));
    at += HEADER + length;
  }
  return Buffer.concat(pieces);
}
