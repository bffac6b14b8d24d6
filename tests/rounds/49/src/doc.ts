import { LANGS, NS } from './config';
import { categoryFields, eventFields, eventQuery, organizerFields, placeQuery, tagFields, termQuery, venueFields } from './schemas';

/** An OpenAPI description of the interface, made from the schemas. */
export function document(base: string) {
  const language = { name: 'ml_language', in: 'query', required: false, schema: { type: 'string', enum: LANGS } };
  const responses = { default: { description: 'See the interface document' } };
  const names = (schema: object) => Object.keys(schema);
  const paths: Record<string, object> = {};
  const add = (path: string, fields: object, query: object, slugs: boolean) => {
    const body = { content: { 'application/json': { schema: { type: 'object', properties: Object.fromEntries(names(fields).map((n) => [n, {}])) } } } };
    const write = { parameters: [language], requestBody: body, responses };
    paths[`/${path}`] = { get: { parameters: [...names(query).map((name) => ({ name, in: 'query', schema: {} })), language], responses }, post: write };
    for (const [key, at] of [['id', `/${path}/{id}`], ...(slugs ? [['slug', `/${path}/by-slug/{slug}`]] : [])]) {
      paths[at] = {
        parameters: [{ name: key, in: 'path', required: true, schema: { type: key === 'id' ? 'integer' : 'string' } }],
        get: { parameters: [language], responses }, delete: { parameters: [language], responses }, post: write, put: write, patch: write,
      };
    }
  };
  add('events', eventFields.shape, eventQuery._def.schema.shape, true);
  add('venues', venueFields.shape, placeQuery.shape, true);
  add('organizers', organizerFields.shape, placeQuery.shape, true);
  add('categories', categoryFields.shape, termQuery.shape, false);
  const { parent, ...tagQuery } = termQuery.shape;
  add('tags', tagFields.shape, tagQuery, false);
  return { openapi: '3.0.3', info: { title: 'Calendar Events', version: 'v1' }, servers: [{ url: `${base}/${NS}` }], paths };
}
