import { expectThat } from '../../kernel/expectations.js';
import type { Exchange, WireResponse } from '../../wire/exchange.js';
import { textOf, toText } from '../../wire/message-body.js';
import { holdsToken } from './marker.js';

/** Texts that some identities must not see, searched for in every response to them. */
export interface Canaries {
  /** Hides a text from an identity, from now to the end of the run. */
  hide(text: string, from: string): void;
  /** Expects a response to show no text that is hidden from its identity, unless the request contains it. */
  expectKept(exchange: Exchange): void;
}

/** Opens the canaries of a run. */
export function createCanaries(): Canaries {
  const hidden = new Map<string, Set<string>>();
  return {
    hide: (text, from) => hidden.set(from, new Set([...(hidden.get(from) ?? []), text])),
    expectKept(exchange) {
      const { identity = '', outcome } = exchange;
      if (outcome.kind !== 'response' && outcome.kind !== 'truncated') return;
      const shown = toWhole(outcome.response);
      const leaked = [...(hidden.get(identity) ?? [])].find((text) => holdsToken(shown, text) && !says(exchange, text));
      expectThat(leaked === undefined, {
        kind: 'value',
        expected: `nothing of a record that ${identity} is refused by its id`,
        observed: `"${leaked}", which only that record contains`,
        exchange,
        ...(leaked !== undefined && { sign: { text: leaked } }),
      });
    },
  };
}

/** A response with its headers: Link, ETag and Location may leak too. */
const toWhole = (response: WireResponse): string =>
  [...response.headers.map(([name, value]) => `${name}: ${value}`), textOf(response)].join('\n');

const says = ({ request: { target, body } }: Exchange, text: string): boolean =>
  holdsToken(`${target}\n${body ? toText(body) : ''}`, text);
