import { toPrintable } from './printable.js';

/** A piece of XML that is well formed already. */
export interface Xml {
  readonly xml: string;
}

type Attributes = Readonly<Record<string, string | number>>;

/** An element with other elements in it, a line each, or with one text, which stands in it as it is. */
export function element(name: string, attributes: Attributes, content: readonly Xml[] | string = []): Xml {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${toAttribute(String(value))}"`);
  const head = `${name}${pairs.join('')}`;
  if (content.length === 0) return { xml: `<${head}/>` };
  if (typeof content === 'string') return { xml: `<${head}>${toContent(content)}</${name}>` };
  return { xml: [`<${head}>`, ...content.map(({ xml }) => xml), `</${name}>`].join('\n') };
}

/** A document with one element, and a newline at its end. */
export const toDocument = ({ xml }: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;

/** XML 1.0 has no way to write some characters (section 2.2), not even as references: they stand as `\uXXXX`. */
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

/** Text as it stands between tags, in XML and in HTML. */
export const toContent = (text: string): string => toLegal(text).replace(/[&<>]/g, (sign) => entities[sign] ?? sign);

/** A reader of an attribute would make spaces of tabs and newlines. */
const toAttribute = (text: string): string => toLegal(text).replace(/[&<>"\t\n]/g, (sign) => entities[sign] ?? sign);
