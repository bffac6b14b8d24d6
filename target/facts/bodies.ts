import { parseJson, toText } from '../../harness/body.js';
import { isJsonObject } from '../../harness/json.js';
import { kindOf } from '../body-forms.js';
import type { Fact } from './fact.js';
import { type Seen, toFact } from './observe.js';
import { type FactSources, isGranted, exchangesOf } from './sources.js';
import type { ReadExchange } from './told.js';

/** In which forms the relations and flags of bodies are taken, and what is a draft unless they say otherwise. */
export const bodiesOf = (sources: FactSources): readonly Fact[] => [...formsIn(sources), ...draftsIn(sources)];

function draftsIn(sources: FactSources): readonly Fact[] {
  const { draftedUnlessSent: drafts } = sources.profile;
  const published = drafts.flatMap((collection) => exchangesOf(sources, collection, 'update').filter(isGranted));
  const seen = published.map((told): Seen => [told, sentIn(told, 'status')]);
  return toFact('bodies.drafts', drafts.length === 0 ? undefined : drafts, seen);
}

const formsIn = (sources: FactSources): readonly Fact[] =>
  (['relations', 'flags'] as const).flatMap((kind) => {
    const form = sources.profile.bodyForms[kind];
    const built = new Map(sources.built.map(({ written }) => [written.exchange, written] as const));
    const seen = exchangesOf(sources, 'events', 'create')
      .filter(isGranted)
      .flatMap((told): readonly Seen[] => {
        const stated = built.get(told.exchange)?.body ?? {};
        const names = Object.entries(stated).flatMap((entry) => (kindOf('events', entry) === kind ? [entry[0]] : []));
        return names.slice(0, 1).map((name): Seen => [told, sentIn(told, name)]);
      });
    return toFact(`bodies.${kind}`, seen.length === 0 ? undefined : form, seen);
  });

/** A member of a body as it was sent. */
function sentIn({ exchange: { request } }: ReadExchange, name: string): string {
  const body = request.body && parseJson(toText(request.body));
  return `${name}: ${JSON.stringify(isJsonObject(body) ? body[name] : undefined)} granted`;
}
