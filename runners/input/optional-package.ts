import type { CommandError } from './command-error.js';

/** Loads a package that need not be installed. Throws what `missing` makes where it is not. */
export function loadOptional<Module>(load: () => Promise<Module>, missing: () => CommandError): Promise<Module> {
  return load().catch((error: unknown) => {
    throw isMissing(error) ? missing() : error;
  });
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
