import { expectThat } from '../../kernel/expectations.js';
import type { Exchange, WireResponse } from '../../wire/exchange.js';
import { textOf, toText } from '../../wire/message-body.js';
import { holdsToken } from './marker.js';

/** Texts of records that are not meant for some identities, and a watch over all that these are answered. */
export interface Canaries {
  /** Says that a text is not meant for an identity, from now to the end of the run. */
  hide(text: string, from: string): void;
  /** Expects an answer to show nothing that is not meant for whoever asked; what the request says itself is no news. */
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
      const told = [...(hidden.get(identity) ?? [])].find((text) => holdsToken(shown, text) && !says(exchange, text));
      expectThat(told === undefined, {
        kind: 'value',
        expected: `nothing of a record that is refused to ${identity} by its id`,
        observed: `"${told}", which only that record holds`,
        exchange,
      });
    },
  };
}

/** A response with its head: links, tags and locations tell too. */
const toWhole = (response: WireResponse): string =>
  [...response.headers.map(([name, value]) => `${name}: ${value}`), textOf(response)].join('\n');

const says = ({ request: { target, body } }: Exchange, text: string): boolean =>
  holdsToken(`${target}\n${body ? toText(body) : ''}`, text);
