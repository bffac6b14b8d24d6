import { type Bindings, createBindings } from '../../../adapter/calendar/bindings.js';
import type { Calendar } from '../../../adapter/calendar/calendar.js';
import { createCalendar } from '../../../adapter/calendar/create-calendar.js';
import { createGuard, type SendFor } from '../../../adapter/ownership/guard.js';
import { createMarker } from '../../../adapter/ownership/marker.js';
import { createRegistry, type Registry } from '../../../adapter/ownership/registry.js';
import { blankProfile, type Site, type TargetProfile } from '../../../adapter/profile/target-profile.js';
import type { Via } from '../../../adapter/reading/paths.js';
import { openScope, type Scope } from '../../../kernel/scope.js';
import type { Exchange, Outcome, WireRequest } from '../../../wire/exchange.js';

export const site: Site = { root: '/rest', namespace: 'vendor/events/v1', languageParameter: 'ml_language' };

/** The entries in the journal of a scripted run, as text: `made 1 tags/5`, `gone 1`. */
export interface Scripted {
  readonly calendar: Calendar;
  readonly scope: Scope;
  readonly registry: Registry;
  readonly bindings: Bindings;
  readonly sent: readonly WireRequest[];
  /** The lines `METHOD /path below the namespace?query`. */
  lines(): readonly string[];
  readonly journal: readonly string[];
}

export interface ScriptedOptions {
  readonly profile?: Partial<TargetProfile>;
  readonly quota?: number;
  /** The language of requests that name none. */
  readonly via?: Via;
}

/** A calendar with a function that answers its requests. Every write is journalled under its number. */
export function scripted(
  respond: (request: WireRequest) => Outcome | Promise<Outcome>,
  { profile = {}, quota = 1_000, via = {} }: ScriptedOptions = {},
): Scripted {
  const sent: WireRequest[] = [];
  const journal: string[] = [];
  const registry = createRegistry({
    made: async (intent, { collection, id }) => void journal.push(`made ${intent} ${collection}/${id}`),
    gone: async (intent) => void journal.push(`gone ${intent}`),
  });
  const send: SendFor = async (request, { phase, claim }): Promise<Exchange> => {
    sent.push(request);
    const number = sent.length;
    const intent = claim === undefined ? {} : { intent: number };
    return { number, ...intent, phase, request, outcome: await respond(request), ms: 0 };
  };
  const scope = openScope({ phase: 'check', quota, send });
  const marker = createMarker(0.5);
  const isMarkedOwn = (path: string): boolean => registry.isMarkedOwn(path);
  const bindings = createBindings();
  const calendar = createCalendar({
    profile: { ...blankProfile(site), ...profile },
    marker,
    scope,
    registry,
    guard: createGuard({ marker: marker.text, isMarkedOwn, send }),
    idOf: bindings.idOf,
    via,
  });
  const lines = (): readonly string[] =>
    sent.map(({ method, target }) => `${method} ${target.replace('/rest/vendor/events/v1', '')}`);
  return { calendar, scope, registry, bindings, sent, lines, journal };
}

/** What a request sent as JSON. */
export const sentBy = (request: WireRequest | undefined): unknown =>
  request?.body && JSON.parse(Buffer.from(request.body).toString());
