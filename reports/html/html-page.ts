import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { packageFile } from '../../wire/package.js';
import { type Html, html, ours, toMarkup } from './html-template.js';

/** A whole page: what it shows, and the one style and the one script it comes with. */
interface Page {
  readonly title: string;
  readonly body: Html;
  /** CSS and JavaScript of calproof itself; a page without a script runs nothing. */
  readonly style: string;
  readonly script?: string;
}

/**
 * A page as one file. Its policy lets nothing be loaded or run but its own style and script, by their hashes.
 */
export function toPage({ title, body, style, script }: Page): string {
  return toMarkup(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${ours(toPolicy(style, script))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${ours(style)}</style>
</head>
<body>
${body}
${script === undefined ? undefined : ours(`<script>${script}</script>\n`)}</body>
</html>
`);
}

function toPolicy(style: string, script: string | undefined): string {
  const run = script === undefined ? [] : [`script-src ${toHash(script)}`, "require-trusted-types-for 'script'"];
  const rest = ["base-uri 'none'", "form-action 'none'"];
  return ["default-src 'none'", `style-src ${toHash(style)}`, ...run, ...rest].join('; ');
}

const toHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The CSS and JavaScript that the pages come with, as text. */
interface PageAssets {
  readonly style: string;
  readonly script: string;
}

const read = (name: string): string => readFileSync(packageFile(`reports/html/${name}`), 'utf8');

/** They are files of their own in the package: the same text on every machine. */
export const readPageAssets = (): PageAssets => ({ style: read('style.css'), script: read('client.js') });
