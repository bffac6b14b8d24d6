import { decodeEntities, toPlainText } from '../target/text.js';
import type { CauseId } from './cause.js';

/** In which way two texts differ that are not the same. */
export function differingText(before: string, after: string): CauseId {
  if (isEscaped(before, after)) return 'text.escaped';
  if (isEscaped(after, before)) return 'text.unescaped';
  if (toPlainText(before) === toPlainText(after)) return 'text.notation';
  const isCut = after.length >= LEAST && before.startsWith(after.replace(/(\.{3}|…)$/, '').trimEnd());
  return isCut ? 'text.cut' : 'value.changed';
}

/** A shorter text is the beginning of many. */
const LEAST = 8;

/** Whether a text is the other one with its HTML escaped once more. */
const isEscaped = (text: string, escaped: string): boolean =>
  escaped.includes('&') && decodeEntities(escaped) !== escaped && decodeEntities(escaped) === text;
