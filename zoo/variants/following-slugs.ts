import { resourceOf } from '../../contract/resources.js';
import { bodyOf, withJson } from '../edit-request.js';
import { interceptOperation } from '../on.js';
import type { Variant } from '../variant.js';

/** Nothing is said of a slug that is not sent when what it was made of changes. */
export const followingSlugs: Variant = {
  id: 'slugs.follow-names',
  aspect: 'slugs',
  statement: 'A record that is given another name, and no slug, gets a slug that is made of its new name.',
  create: (_, lens) =>
    interceptOperation(lens, { kind: 'update' }, ({ request, collection }, next) => {
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
