import { type Html, html } from './html.js';

const keys: readonly (readonly [key: string, does: string])[] = [
  ['/', 'search'],
  ['n', 'next failure'],
  ['p', 'previous failure'],
  ['o', 'open or close what the failure is shown with'],
  ['Esc', 'show all again'],
];

/** What the keyboard does; it shows where the page's script runs. */
export const toKeys =
  (): Html => html`<footer class="keys" hidden><p>${keys.map(([key, does]) => html`<span><kbd>${key}</kbd> ${does}</span> `)}</p></footer>
`;
