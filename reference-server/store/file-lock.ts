import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';

/**
 * Takes a file for this process alone, by a file beside it with the id of the process; gives how to let it go. A lock
 * of a process that has ended is taken over. Throws a sentence when another process has it.
 */
export function lockFile(path: string): () => void {
  const lock = `${path}.lock`;
  const owner = ownerOf(lock);
  if (owner !== undefined && isRunning(owner)) {
    throw new Error(`${path} is in use by process ${owner}; if that is no calproof, delete ${lock}.`);
  }
  writeFileSync(lock, String(process.pid));
  return () => unlinkSync(lock);
}

function ownerOf(lock: string): number | undefined {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
