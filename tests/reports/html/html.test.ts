import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html, ours, said, toMarkup, verbatim } from '../../../reports/html/html-template.js';

test('texts are text, pieces are pieces, and undefined is nothing', () => {
  const piece = html`<b>${'<i>'}</b>`;
  expect(toMarkup(html`<p title="${'"&'}">${[piece, 3, undefined]}</p>`)).toBe(
    '<p title="&quot;&amp;"><b>&lt;i&gt;</b>3</p>',
  );
});

test('nothing that was parsed from JSON passes for markup', () => {
  const forged = JSON.parse('{"markup":"<script>","Symbol(markup)":"<script>"}');
  expect(() => toMarkup(html`${forged}`)).not.toThrow();
  expect(toMarkup(html`${forged}`)).not.toContain('<script>');
});

test('a text of any kind neither ends an element nor an attribute, and holds nothing hidden', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const markup = toMarkup(html`${text}${said(text)}${verbatim(text)}`).replace(
        /<\/?(bdi|i)( class="[\w-]+")?>/g,
        '',
      );
      expect(markup).not.toMatch(/[<>"']|(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}]/u);
    }),
  );
});

test('a long text is cut, with a note, and no character in two', () => {
  expect(toMarkup(html`${'x'.repeat(1_000_000)}`)).toMatch(/^x{600} … \(999,400 more characters\)$/);
  expect(toMarkup(said('a🎉b', 2))).toBe('<bdi>a</bdi><i class="note"> … 3 more characters</i>');
});

test('our own markup stands as it is', () => {
  expect(toMarkup(html`${ours('<hr>')}`)).toBe('<hr>');
});
