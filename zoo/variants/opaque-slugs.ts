import { resourceOf } from '../../contract/resources.js';
import { seedOf } from '../../harness/seed.js';
import { bodyOf, withJson } from '../edit-request.js';
import { interceptOperation } from '../on.js';
import type { Variant } from '../variant.js';

/** What a slug is made from where none is sent is not shown. */
export const opaqueSlugs: Variant = {
  id: 'slugs.opaque',
  aspect: 'slugs',
  statement: 'A record that is sent without a slug gets one that has nothing to do with its name.',
  create(seed, lens) {
    let count = 0;
    return interceptOperation(lens, { kind: 'create' }, ({ request, collection }, next) => {
      const body = bodyOf(request);
      if (!body || body.slug !== undefined || !('slug' in resourceOf(collection).fields)) return next(request);
      count += 1;
      return next(withJson(request, { ...body, slug: `s${seedOf(seed, `${count}`).toString(36)}x${count}` }));
    });
  },
};
