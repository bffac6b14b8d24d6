import { DEFAULT_NAMESPACE } from '../../contract/operations.js';
import { toOpenApi } from '../../contract/schemas/openapi.js';
import type { ExitCode } from '../../reports/conclusion.js';
import type { Environment } from '../input/environment.js';
import { toAddress } from '../input/service-address.js';

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
