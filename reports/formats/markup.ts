import { toPrintable, toPrintableLine } from '../../wire/printable.js';

/** A piece of XML that is well formed already. */
export interface Xml {
  readonly xml: string;
}

type Attributes = Readonly<Record<string, string | number>>;

/** An element with other elements in it, a line each, or with one text. */
export function element(name: string, attributes: Attributes, content: readonly Xml[] | string = []): Xml {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${toAttribute(String(value))}"`);
  const head = `${name}${pairs.join('')}`;
  if (content.length === 0) return { xml: `<${head}/>` };
  if (typeof content === 'string') return { xml: `<${head}>${toContent(content)}</${name}>` };
  return { xml: [`<${head}>`, ...content.map(({ xml }) => xml), `</${name}>`].join('\n') };
}

/** A document with one element, and a newline at its end. */
export const toDocument = ({ xml }: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;

/** XML 1.0 cannot have some characters (section 2.2), not even as references: they become `\uXXXX`. */
const toLegal = (text: string): string =>
  toPrintable(text).replace(/[\ufffe\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
};

/** Text between tags, in XML and in HTML. */
const toContent = (text: string): string => toLegal(text).replace(/[&<>]/g, (sign) => entities[sign] ?? sign);

/** Tabs and newlines in an attribute would be read as spaces. */
const toAttribute = (text: string): string => toLegal(text).replace(/[&<>"\t\n]/g, (sign) => entities[sign] ?? sign);

/** Backticks enough to hold a text that has backticks in it. */
function toTicks(text: string, least: number): string {
  const longest = Math.max(least - 1, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  return '`'.repeat(longest + 1);
}

/** A block of text without Markdown, tags and mentions in it. */
export function toFence(text: string): string {
  const ticks = toTicks(text, 3);
  return `${ticks}text\n${text}\n${ticks}`;
}

/** The same for a text within a line. */
export function toCodeSpan(text: string): string {
  const line = toPrintableLine(text);
  const ticks = toTicks(line, 1);
  return `${ticks} ${line} ${ticks}`;
}

/** Bold text without Markdown and links in it. */
export const toBold = (text: string): string =>
  `**${
    toPrintableLine(text)
      .trim()
      .replace(/[\\`*_{}[\]<>#|~!&@]|:(?=\/)|(?<=www)\./gi, '\\$&') || '-'
  }**`;

/** Text for a summary, which is HTML and not Markdown. */
export const toSummaryText = (text: string): string => toContent(toPrintableLine(text));

/** Content folded under a summary. */
export const toDetails = (summary: string, content: string): string =>
  `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>\n`;
