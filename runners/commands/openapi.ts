import { toOpenApi } from '../../contract/openapi.js';
import { DEFAULT_NAMESPACE } from '../../contract/operations.js';
import type { ExitCode } from '../../harness/reports/conclusion.js';
import { toAddress } from '../address.js';
import type { Environment } from '../environment.js';

export interface OpenApiFlags {
  readonly namespace?: string;
  /** The URL of the REST root. */
  readonly server: string;
}

/** Prints the interface as an OpenAPI 3.1 document. */
export async function openapi({ namespace, server }: OpenApiFlags, { stdout }: Environment): Promise<ExitCode> {
  const { origin, root } = toAddress(server, namespace);
  const document = toOpenApi({ namespace: namespace ?? DEFAULT_NAMESPACE, serverUrl: `${origin}${root}` });
  stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  return 0;
}
