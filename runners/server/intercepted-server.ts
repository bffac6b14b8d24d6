import { DEFAULT_NAMESPACE } from '../../contract/operations.js';
import type { ReferenceServer } from '../../reference-server/index.js';
import type { Clock } from '../../wire/clock.js';
import type { Interceptor } from '../../wire/exchange.js';
import type { Proxy } from '../../zoo/intercept/intercepting-proxy.js';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { nearest } from '../input/nearest.js';

/** As much of a server as a command needs that runs one. */
export type Listening = Pick<ReferenceServer, 'listen' | 'close'>;

/** What is to stand before a server. */
interface Interception {
  /** Ids of the zoo, the outermost first. */
  readonly zoo?: readonly string[];
  /** In ms. */
  readonly delay?: number;
  readonly seed: number;
  readonly namespace?: string;
}

/** What stands before the server; undefined if nothing does. Throws a wrong use for an id that the zoo does not have. */
export async function interceptorOf(
  { zoo = [], delay = 0, seed, namespace = DEFAULT_NAMESPACE }: Interception,
  { clock }: Pick<Environment, 'clock'>,
): Promise<Interceptor | undefined> {
  if (zoo.length === 0 && delay === 0) return undefined;
  // Loaded only here: most who serve want the honest server.
  const { exhibits, findExhibit } = await import('../../zoo/compositions/exhibits.js');
  const { createWireView } = await import('../../zoo/intercept/wire-view.js');
  const { inTurn } = await import('../../zoo/intercept/intercept-operation.js');
  const view = createWireView({ namespace, languageParameter: 'ml_language', shapes: {} });
  const placed = zoo.map((id) => {
    const found = findExhibit(id);
    if (found) return found.create(seed, view, clock);
    const ids = exhibits.map((one) => one.id);
    throw wrongUse(`The zoo has no ${id}; the nearest id is ${nearest(id, ids)}.`);
  });
  return inTurn(delayed(delay, clock), ...placed);
}

const delayed =
  (ms: number, clock: Clock): Interceptor =>
  async (request, next) => {
    await clock.sleep(ms);
    return next(request);
  };

/** A server behind a proxy that intercepts: the proxy listens at the given address, the server on a free port. */
export function behind(intercept: Interceptor, server: Listening): Listening {
  let proxy: Proxy | undefined;
  return {
    async listen(at) {
      const { origin, pathname } = new URL((await server.listen()).url);
      const { openProxy } = await import('../../zoo/intercept/intercepting-proxy.js');
      proxy = await openProxy({ ...at, origin, intercept }).catch(async (error: unknown) => {
        await server.close();
        throw error;
      });
      return { url: new URL(pathname, proxy.origin).href.replace(/\/$/, '') };
    },
    async close() {
      await proxy?.close();
      await server.close();
    },
  };
}
