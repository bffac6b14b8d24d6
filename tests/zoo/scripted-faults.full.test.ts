import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReferenceServer } from '../../reference-server/index.js';
import { toScript } from '../../reports/script/failure-script.js';
import { systemClock } from '../../wire/clock.js';
import type { Interceptor } from '../../wire/exchange.js';
import { openProxy } from '../../zoo/intercept/intercepting-proxy.js';
import { createWireView } from '../../zoo/intercept/wire-view.js';
import { hasCurl, type Ran, runScript } from '../shell.js';
import { headersOf, sightOfBare, world, withUsers } from './bare.js';
import { catchFault, sampleFaults } from './caught-fault.js';

/** How many faults are drawn; `npm run scripts` draws a hundred. */
const SAMPLE = Number(process.env['CALPROOF_SCRIPTS'] ?? 20);

/** The part of the scripts that decide at least; the others say that they cannot. */
const DECIDED = 9 / 20;

const variables = {
  CALPROOF_AUTHORIZATION: headersOf('calproof')[0]?.[1] ?? '',
  CALPROOF_AUTHOR_AUTHORIZATION: headersOf('author')[0]?.[1] ?? '',
  CALPROOF_READER_AUTHORIZATION: headersOf('reader')[0]?.[1] ?? '',
};

/** Runs a script against a new server behind an interceptor, and says whether it left the records as they were. */
async function runAgainst(path: string, intercept: Interceptor): Promise<Ran & { readonly isClean: boolean }> {
  const server = createReferenceServer({ ...withUsers.server, world });
  const { origin } = new URL((await server.listen()).url);
  const before = JSON.stringify(server.counts());
  const proxy = await openProxy({ origin, intercept });
  try {
    const ran = await runScript(path, { ...variables, CALPROOF_ORIGIN: proxy.origin });
    return { ...ran, isClean: JSON.stringify(server.counts()) === before };
  } finally {
    await proxy.close();
    await server.close();
  }
}

test.runIf(hasCurl)(
  'the script of a caught fault exits with 1 while the fault is there and with 0 without it, or says that it cannot decide',
  async () => {
    const sight = await sightOfBare();
    const folder = mkdtempSync(join(tmpdir(), 'calproof-scripts-'));
    const codes = new Map<string, string>();
    for (const one of sampleFaults(SAMPLE, 1)) {
      const { failed, report } = await catchFault(one, sight);
      const path = join(folder, `${codes.size}.sh`);
      writeFileSync(path, toScript(failed, report));
      const faulty = await runAgainst(path, one.fault.create(1, createWireView(sight), systemClock));
      const sound = await runAgainst(path, (request, next) => next(request));
      codes.set(one.fault.id, `${faulty.code} ${sound.code}${sound.isClean ? '' : ', with records left'}`);
    }
    rmSync(folder, { recursive: true });
    const decided = [...codes.values()].filter((code) => code === '1 0').length;
    console.log(`${decided} of ${SAMPLE} scripts exit with 1 on the faulty target and with 0 on the sound one`);
    expect([...codes].filter(([, code]) => !['1 0', '1 2', '2 0', '2 2'].includes(code))).toEqual([]);
    expect(decided).toBeGreaterThanOrEqual(DECIDED * SAMPLE);
  },
  SAMPLE * 45_000,
);
