import { writeSync } from 'node:fs';

/** Loaded before a command line: tells in the end, on descriptor 3, how much memory it had at most, in KiB. */
process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));
