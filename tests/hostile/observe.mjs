// Loaded before a command line: notes in the file of CALPROOF_OBSERVED what it connects to and its peak of memory.
import dns from 'node:dns';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';

const { CALPROOF_OBSERVED: file, CALPROOF_LOOKUPS: names = '' } = process.env;

const contacted = new Set();
const connect = Socket.prototype.connect;
Socket.prototype.connect = function note(...given) {
  const [first] = given;
  const { host, port } = Array.isArray(first) ? first[0] : first;
  contacted.add(`${host}:${port}`);
  return connect.apply(this, given);
};

// A name that has another address each time, and at last the same.
const addresses = names.split(' ').filter((name) => name !== '');
const { lookup } = dns;
dns.lookup = (host, options, done) => {
  if (addresses.length === 0) return lookup(host, options, done);
  const address = addresses.length > 1 ? addresses.shift() : addresses[0];
  return options.all === true ? done(null, [{ address, family: 4 }]) : done(null, address, 4);
};

/** In KiB; 0 where the system does not say. */
const peak = () =>
  existsSync('/proc/self/status') ? Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) : 0;

process.on('exit', () => {
  // A worker has the same exit, but not the same observations.
  writeFileSync(file, JSON.stringify({ contacted: [...contacted], peak: peak() }));
});
