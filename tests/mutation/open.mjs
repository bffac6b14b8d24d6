import { createBreakdown } from './breakdown.mjs';
import { createPatience } from './patience.mjs';

/** Opens a trial on a server of its own. Rejects when the target cannot be made ready, as `calproof check` would. */
export async function openOn(built, setting, breakdown = createBreakdown()) {
  const { wantsWorld, root, namespace, server: setup, headers } = setting;
  const server = built.createReferenceServer({
    ...setup,
    ...(wantsWorld && { world: built.world }),
  });
  const transport = await toTransport(built, setting, server, breakdown);
  const patience = createPatience(breakdown);
  const close = async () => {
    await transport.close();
    if (setting.isOnWire) await server.close();
  };
  try {
    const { trial } = await built.openSession({
      transport,
      site: { root, namespace, languageParameter: 'ml_language' },
      mode: 'sandbox',
      seed: 1,
      now: Date.now(),
      random: 0.3,
      clock: built.systemClock,
      concurrency: 4,
      headers,
      intercept: [patience.intercept],
      ...(wantsWorld && { worldFile: built.world }),
    });
    return { trial, close, gaveUp: patience.gaveUp };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A connection, or the server's handler itself, in which an error that nobody catches would end the process. */
async function toTransport({ createRemoteTransport, createDirectTransport }, { isOnWire }, server, { note }) {
  if (isOnWire) {
    const { url } = await server.listen();
    return createRemoteTransport({ origin: new URL(url).origin, timeoutMs: 10_000, connections: 4 });
  }
  return createDirectTransport((request, response) => {
    try {
      server.handler(request, response);
    } catch (error) {
      note(error);
    }
  });
}
