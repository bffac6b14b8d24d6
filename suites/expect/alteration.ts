import { isWallClock } from '../../adapter/notation/day-times.js';
import { toText, wallClock } from '../../adapter/notation/shown-values.js';
import { decodeEntities } from '../../adapter/notation/text-form.js';
import { shownFieldId } from '../../contract/clauses/resource-clauses.js';
import type { Collection } from '../../contract/resources.js';
import { DAY, toSeconds } from '../../generators/wall-time.js';
import type { DeviationSubject } from '../../kernel/deviation.js';
import type { JsonValue } from '../../wire/json.js';

/** Whether a text came from another one by an alteration. */
type IsMade = (sent: string, shown: string) => boolean;

const isSameAfter =
  (change: (text: string) => string): IsMade =>
  (sent, shown) =>
    change(sent) === change(shown);

/** A text without some characters, which some services lose or replace. */
const without = (some: RegExp): IsMade => {
  const bare = (text: string): string => text.replace(some, '').replace(/[?\ufffd]/g, '');
  return isSameAfter(bare);
};

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const decoders = [decodeEntities, decodePercent, (text: string) => text.replace(/\\(.)/gs, '$1')];

/** Whether one text is another one decoded, more than once too: each update may escape what the last one did. */
const isDecoded = (from: string, to: string): boolean =>
  decoders.some((decode) => [from, decode(from), decode(decode(from))].some((text) => decode(text) === to));

/** How services alter texts, whatever the field, the mildest first: two fields that are altered alike show one mistake. */
const alterations: Readonly<Record<string, IsMade>> = {
  'texts get another normal form': isSameAfter((text) => text.normalize()),
  'letters get another case': isSameAfter((text) => text.toLowerCase()),
  'white space gets lost': isSameAfter((text) => text.replace(/\s+/g, '')),
  'characters get escaped': (sent, shown) => isDecoded(shown, sent),
  'escapes get decoded': (sent, shown) => isDecoded(sent, shown),
  'letters beyond the basic plane get lost': without(/[\u{10000}-\u{10ffff}]/gu),
  'letters beyond ASCII get lost': without(/[^\p{ASCII}]/gu),
  'texts get cut': (sent, shown) => shown !== '' && sent.startsWith(shown),
};

/** What was done to a value, in words that say nothing of its field; undefined for what no such mistake explains. */
function alterationOf(sent: JsonValue | undefined, shown: JsonValue | undefined): string | undefined {
  if (isFalse(sent) && isTrue(shown)) return 'false becomes true';
  if (isEmptyList(sent) && Array.isArray(shown) && shown.length > 0) return 'empty lists change nothing';
  if (losesMembers(sent, shown)) return 'lists lose members';
  if (typeof sent !== 'string' || toText(shown) === '' || toText(shown) === sent) return undefined;
  return (
    toDisplacement(wallClock(sent), wallClock(shown)) ??
    Object.keys(alterations).find((name) => alterations[name]?.(sent, toText(shown)))
  );
}

const isFalse = (value: JsonValue | undefined): boolean => toText(value) === 'false';
const isEmptyList = (value: JsonValue | undefined): boolean => Array.isArray(value) && value.length === 0;
const losesMembers = (sent: JsonValue | undefined, shown: JsonValue | undefined): boolean =>
  Array.isArray(sent) && Array.isArray(shown) && shown.length < sent.length;
const isTrue = (value: JsonValue | undefined): boolean => ['true', '1'].includes(toText(value));

/** Undefined beyond a day: such times come from two writes. */
function toDisplacement(sent: string, shown: string): string | undefined {
  if (![sent, shown].every(isWallClock)) return undefined;
  const seconds = toSeconds(shown) - toSeconds(sent);
  return seconds === 0 || Math.abs(seconds) > DAY ? undefined : `times get displaced by ${seconds} s`;
}

interface AlteredField {
  readonly collection: Collection;
  readonly field: string;
  readonly sent: JsonValue | undefined;
  readonly shown: JsonValue | undefined;
  /** What explains the other value where that is known. */
  readonly mistake?: string | undefined;
}

/** What a deviation is about that shows a field otherwise than it was sent: the field, and the mistake. */
export function toFieldSubject({ collection, field, sent, shown, mistake }: AlteredField): DeviationSubject {
  const known = mistake ?? alterationOf(sent, shown);
  return { field: shownFieldId(collection, field), ...(known !== undefined && { mistake: known }) };
}
