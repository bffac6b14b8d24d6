import { resourceOf } from '../../../contract/resources.js';
import { seedOf } from '../../../kernel/seed.js';
import { interceptOperation } from '../../intercept/intercept-operation.js';
import { bodyOf, withJson } from '../../intercept/request-edit.js';
import type { Variant } from '../../variant.js';

/** Nothing is said of a slug that is not sent when what it was made of changes. */
export const followingSlugs: Variant = {
  id: 'slugs.follow-names',
  aspect: 'slugs',
  statement: 'A renamed record gets a slug made of its new name.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'update' }, ({ request, collection }, next) => {
      const body = bodyOf(request);
      const { label, fields } = resourceOf(collection);
      const name = body?.[label];
      const isRenamed = typeof name === 'string' && body?.slug === undefined && 'slug' in fields;
      return next(isRenamed ? withJson(request, { ...body, slug: toSlug(name) }) : request);
    }),
};

const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** What a slug is made from where none is sent is not shown. */
export const opaqueSlugs: Variant = {
  id: 'slugs.opaque',
  aspect: 'slugs',
  statement: 'A record created without a slug gets one unrelated to its name.',
  create(seed, view) {
    let count = 0;
    return interceptOperation(view, { kind: 'create' }, ({ request, collection }, next) => {
      const body = bodyOf(request);
      if (!body || body.slug !== undefined || !('slug' in resourceOf(collection).fields)) return next(request);
      count += 1;
      return next(withJson(request, { ...body, slug: `s${seedOf(seed, `${count}`).toString(36)}x${count}` }));
    });
  },
};
