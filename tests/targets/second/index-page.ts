import { type Answer, type Call, json } from './call.js';
import { kinds } from './kinds.js';

const paths = kinds.flatMap((kind) => [`/${kind}`, `/${kind}/{id}`]);

/** The index of the namespace. Up is the root without a language. */
export const answerIndex = ({ base, root }: Call): Answer =>
  json({ data: { namespace: 'agenda/events/v1', paths }, links: { self: base, up: root } });

/** Documentation to be read by people. */
export const answerDocumentation = (): Answer => ({
  status: 200,
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><title>Agenda</title><h1>Agenda</h1><ul>${paths.map((path) => `<li>${path}</li>`).join('')}</ul>`,
});
