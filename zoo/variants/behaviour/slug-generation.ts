import { resourceOf } from '../../../contract/resources.js';
import { seedOf } from '../../../kernel/seed.js';
import { interceptOperation, interceptOperations } from '../../intercept/intercept-operation.js';
import { bodyOf, editBody, withJson } from '../../intercept/request-edit.js';
import { showingTexts } from '../../learned-facts.js';
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

/** A slug is written as the service writes slugs: its letters and digits are those that were sent. */
export const rewrittenSlugs: Variant = {
  id: 'slugs.rewritten',
  aspect: 'slugs',
  statement: 'Slugs are stored with underscores in place of hyphens.',
  learns: showingTexts(['slug'], (field) => ({ ...field, text: 'slug' })),
  allowances: [
    { requirement: 'events.by-slug.update.own-language', reason: 'No slug is kept in two languages as it was sent.' },
    { requirement: 'events.list.terms-of-one-slug', reason: 'No tag gets the slug of a category.' },
  ],
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'create' }, { kind: 'update' }], ({ request }, next) =>
      next(
        editBody(request, (body) =>
          typeof body['slug'] === 'string' ? { ...body, slug: body['slug'].replaceAll('-', '_') } : body,
        ),
      ),
    ),
};

/** A slug is an address, and unique: some make it so by a number, whoever sent it. */
export const numberedSlugs: Variant = {
  id: 'slugs.numbered',
  aspect: 'slugs',
  statement: 'Every slug that is sent gets a number at its end.',
  learns: showingTexts(['slug'], (field) => ({ ...field, text: 'numbered-slug' })),
  allowances: [
    ...(rewrittenSlugs.allowances ?? []),
    { requirement: 'events.by-slug.digits', reason: 'No slug is of digits alone.' },
  ],
  create(_, view) {
    let count = 1000;
    return interceptOperations(view, [{ kind: 'create' }, { kind: 'update' }], ({ request }, next) => {
      count += 1;
      return next(
        editBody(request, (body) =>
          typeof body['slug'] === 'string' ? { ...body, slug: `${body['slug']}-n${count}` } : body,
        ),
      );
    });
  },
};

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
