import { Hono } from 'hono';

const PER_PAGE = 10;

const problem = (c, status, code, message) => c.json({ code, message, data: { status } }, status);

/**
 * A collection of the calendar: fields by name, each with the type of its values, one of which is required. Records are
 * kept in memory.
 */
export function createCollection({ name, required, types, show }) {
  const fields = Object.keys(types);
  const records = new Map();
  let nextId = 1;

  /** What is wrong about the fields of a body, in a sentence; undefined when nothing is. */
  const problemOf = (body) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'The body is no object.';
    const isWrong = (field) => field in body && body[field] !== null && typeof body[field] !== types[field];
    const wrong = fields.find(isWrong);
    return wrong && `${wrong} has to be a ${types[wrong]}.`;
  };

  const kept = (body) => Object.fromEntries(fields.filter((field) => field in body).map((field) => [field, body[field]]));

  const toSlug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'record';

  const toFreeSlug = (wanted, own) => {
    const isTaken = (slug) => [...records.values()].some((one) => one !== own && one.slug === slug);
    let slug = wanted;
    for (let count = 2; isTaken(slug); count += 1) slug = `${wanted}-${count}`;
    return slug;
  };

  const find = (c) => {
    const { id, slug } = c.req.param();
    return id ? records.get(Number(id)) : [...records.values()].find((one) => one.slug === slug);
  };
  const missing = (c) => problem(c, 404, 'not_found', `There is no such record in ${name}.`);

  const list = (c) => {
    const { search = '', page = '1', per_page: size = String(PER_PAGE) } = c.req.query();
    const words = search.toLowerCase();
    const all = [...records.values()].filter((one) =>
      [one[required], one.description].some((text) => text?.toLowerCase().includes(words)),
    );
    const from = (Number(page) - 1) * Number(size);
    const total = all.length;
    return c.json({
      [name]: all.slice(from, from + Number(size)).map(show),
      total,
      total_pages: Math.ceil(total / Number(size)),
    });
  };

  const create = async (c) => {
    const body = await c.req.json().catch(() => undefined);
    const wrong = problemOf(body) ?? (body[required] ? undefined : `${required} is missing.`);
    if (wrong) return problem(c, 400, 'invalid', wrong);
    const slug = toFreeSlug(body.slug ?? toSlug(body[required]));
    const record = { id: nextId++, ...Object.fromEntries(fields.map((field) => [field, null])), ...kept(body), slug };
    records.set(record.id, record);
    return c.json(show(record), 201, { Location: `${new URL(c.req.url).pathname}/${record.id}` });
  };

  const update = async (c) => {
    const record = find(c);
    if (!record) return missing(c);
    const body = await c.req.json().catch(() => undefined);
    const wrong = problemOf(body);
    if (wrong) return problem(c, 400, 'invalid', wrong);
    const slug = body.slug ? toFreeSlug(body.slug, record) : record.slug;
    Object.assign(record, kept(body), { slug });
    return c.json(show(record));
  };

  const remove = (c) => {
    const record = find(c);
    if (!record) return missing(c);
    records.delete(record.id);
    return c.json(show(record));
  };

  const read = (c) => {
    const record = find(c);
    return record ? c.json(show(record)) : missing(c);
  };

  const routes = new Hono().get('/', list).post('/', create);
  for (const path of ['/:id{[0-9]+}', '/by-slug/:slug']) {
    routes.get(path, read).on(['POST', 'PUT', 'PATCH'], path, update).delete(path, remove);
  }
  return routes;
}
