import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';

/**
 * Takes a file for this process alone, by a file beside it with the id of the process; returns how to let it go. The
 * lock of a process that has ended is taken over. Throws a sentence when another process has it, or none can be made.
 */
export function lockFile(path: string): () => void {
  const lock = `${path}.lock`;
  const owner = ownerOf(lock);
  if (owner !== undefined && isRunning(owner)) {
    throw new Error(`${path} is in use by process ${owner}; if that is not calproof, delete ${lock}.`);
  }
  if (owner !== undefined) unlinkSync(lock);
  try {
    // Of two that start at the same time, one fails here.
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${path} cannot be used: ${reason}.`, { cause: error });
  }
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
