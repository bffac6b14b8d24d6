import { onTestFinished } from 'vitest';
import { createReferenceServer, type ReferenceServer, type UsersFile } from '../../reference-server/index.js';
import { systemClock } from '../../wire/clock.js';
import { faults } from '../../zoo/faults/index.js';
import { openProxy } from '../../zoo/intercept/intercepting-proxy.js';
import { createWireView } from '../../zoo/intercept/wire-view.js';

/** A target with a fault that can be removed. */
export interface Faulty {
  readonly url: string;
  /** The server behind the fault. */
  readonly server: ReferenceServer;
  mend(): void;
}

/** The reference server behind a fault of the zoo, until the test ends. */
export async function listenFaulty(id: string, users?: UsersFile): Promise<Faulty> {
  const fault = faults.find((one) => one.id === id);
  if (!fault) throw new Error(`the zoo has no fault ${id}`);
  const server = createReferenceServer({ ...(users && { users }) });
  const { origin } = new URL((await server.listen()).url);
  const lens = createWireView({ namespace: 'vendor/events/v1', languageParameter: 'ml_language', shapes: {} });
  const broken = fault.create(1, lens, systemClock);
  let isMended = false;
  const proxy = await openProxy({
    origin,
    intercept: (request, next) => (isMended ? next(request) : broken(request, next)),
  });
  onTestFinished(async () => {
    await proxy.close();
    await server.close();
  });
  return {
    url: proxy.origin,
    server,
    mend() {
      isMended = true;
    },
  };
}
