import type { Container, Engine } from './engine.js';

/** A port that something in a container listens on, and whether it is reached from outside. */
export interface Listening {
  readonly port: number;
  readonly isLoopback: boolean;
}

const LISTEN = '0A';
const LOOPBACK = /^(0100007F|00000000000000000000000001000000|0000000000000000FFFF00000100007F)$/;

/** What listens in a container, as its kernel tells; nothing where the image has no `cat` to ask with. */
export async function fetchListening(container: Container, { client }: Engine): Promise<readonly Listening[]> {
  const files = ['/proc/net/tcp', '/proc/net/tcp6'];
  const told = await client.container.exec(container, ['cat', ...files]).catch(() => undefined);
  return (told?.stdout ?? '').split('\n').flatMap(toListening);
}

/** A line of /proc/net/tcp: `0: 00000000:1F90 00000000:0000 0A ...`, addresses in hexadecimal digits. */
function toListening(line: string): readonly Listening[] {
  const [, address = '', port = '', state] = /^\s*\d+: ([0-9A-F]+):([0-9A-F]{4}) \S+ ([0-9A-F]{2}) /.exec(line) ?? [];
  return state === LISTEN ? [{ port: Number.parseInt(port, 16), isLoopback: LOOPBACK.test(address) }] : [];
}
