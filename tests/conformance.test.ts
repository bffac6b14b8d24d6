import { defaultProfiles } from '../contract/clauses/clause.js';
import { createReferenceServer } from '../reference-server/index.js';
import { createUsers, readCompleteWorld } from '../runners/server/embedded-server.js';
import { describeConformance } from '../runners/vitest.js';

// The driver for developers: TARGET_URL names a REST root; without it the reference server is judged in this process.
const { TARGET_URL, TARGET_NAMESPACE, CALPROOF_SEED } = process.env;
const shared = {
  inconclusive: 'fail',
  ...(TARGET_NAMESPACE && { namespace: TARGET_NAMESPACE }),
  ...(CALPROOF_SEED && { seed: Number(CALPROOF_SEED) }),
} as const;

if (TARGET_URL) {
  describeConformance({ ...shared, name: TARGET_URL, target: { url: TARGET_URL } });
} else {
  const world = await readCompleteWorld();
  const { users, headersOf } = createUsers({ calproof: 'editor', author: 'author', reader: 'reader' });
  describeConformance({
    ...shared,
    name: 'the reference server',
    target: () => ({ handler: createReferenceServer({ world, users }).handler }),
    headers: headersOf('calproof'),
    identities: { author: headersOf('author'), reader: headersOf('reader') },
    world,
    // Our own decisions come on top of what any target promises, for which the requests of a run are meant.
    profiles: [...defaultProfiles, 'reference'],
    maxRequests: 5000,
  });
}
