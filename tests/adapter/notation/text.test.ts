import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSameText, type TextForm, textFormOf } from '../../../adapter/notation/text-form.js';

const forms: readonly TextForm[] = ['identity', 'trimmed', 'entities', 'typography', 'paragraphs', 'markup'];

const lettersAndDigits = (text: string): string => (text.match(/[\p{L}\p{N}]/gu) ?? []).join('');

describe('a text is recognised as', () => {
  test.each<[string, string, string, TextForm]>([
    ['itself', 'Night of music', 'Night of music', 'identity'],
    ['trimmed', 'Night', ' Night\n', 'trimmed'],
    ['with entities', 'A & B', 'A &amp; B', 'entities'],
    ['with numeric entities', 'A & B', 'A &#038; B', 'entities'],
    ['with hexadecimal entities', 'A & B', 'A &#x26; B', 'entities'],
    ['an escaped element', 'a <b> c', 'a &lt;b&gt; c', 'entities'],
    ['curled', 'say "so", it\'s', 'say &#8220;so&#8221;, it&#8217;s', 'typography'],
    ['dashed', 'a -- b --- c ... - d', 'a &#8212; b &#8212; c &#8230; &#8211; d', 'typography'],
    ['a paragraph', 'About', '<p>About</p>\n', 'paragraphs'],
    ['paragraphs', 'One\n\nTwo\nThree', '<p>One</p>\n<p>Two<br />\nThree</p>', 'paragraphs'],
    ['a paragraph with attributes', 'About', '<p class="x">About</p>', 'paragraphs'],
    ['a paragraph in which nothing is escaped', 'R&amp;B & B', '<p>R&amp;B & B</p>', 'paragraphs'],
    ['markup', 'See https://a.example', '<div>See <a href="https://a.example">https://a.example</a></div>', 'markup'],
  ])('%s', (_, sent, shown, form) => {
    expect(textFormOf([{ sent, shown }])).toBe(form);
    expect(isSameText(form, sent, shown)).toBe(true);
  });

  test('itself in every form, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...forms), (text, form) => {
        expect(isSameText(form, text, text.trim())).toBe(true);
      }),
    );
  });

  test('the mildest form that explains all pairs', () => {
    const pairs = [
      { sent: 'A & B', shown: 'A &amp; B' },
      { sent: 'About', shown: '<p>About</p>' },
    ];
    expect(textFormOf(pairs)).toBe('paragraphs');
  });
});

describe('a slug is recognised as', () => {
  test.each([
    ['itself', 'night-of-music', 'identity'],
    ['with other separators', 'night_of_music', 'slug'],
    ['with one separator for several', 'night-of.music', 'slug'],
    ['in capitals', 'Night-Of-Music', 'slug'],
    ['with a number of its own', 'night-of-music-4711', 'numbered-slug'],
    ['with a number that has a letter', 'night_of_music-n47', 'numbered-slug'],
  ])('%s', (_, shown, form) => {
    expect(textFormOf([{ sent: 'night-of-music', shown }], 'slug')).toBe(form);
  });

  test.each(['night-of-musi', 'nightofmusic', 'night-of-music-2'])('another one: %s', (shown) => {
    expect(textFormOf([{ sent: 'night-of-music', shown }], 'slug')).toBeUndefined();
  });

  test('nothing that another text may be', () => {
    expect(textFormOf([{ sent: 'night-of-music', shown: 'night_of_music' }], 'title')).toBeUndefined();
  });
});

describe('a text is not recognised when', () => {
  test.each<[string, string, string]>([
    ['it was cut', 'Night of music', 'Night of mu'],
    ['a digit is gone', 'Room 101', 'Room 11'],
    ['its case changed', 'Night', 'night'],
    ['an accent is gone', 'Caf\u00e9', 'Cafe'],
    ['its markup was dropped', '<b>bold</b>', 'bold'],
    ['text between angle brackets was added', 'Night', 'Night<lost 1>'],
    ['an escaped word was added', 'Night', 'Night&lt;b&gt;'],
    ['blanks inside are gone', 'a  b', 'a b'],
    ['it is empty', 'Night', ''],
  ])('%s', (_, sent, shown) => {
    expect(textFormOf([{ sent, shown }])).toBeUndefined();
    expect(forms.filter((form) => isSameText(form, sent, shown))).toEqual([]);
  });

  test('any letter or digit of it is lost, in no form', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abc 019&<>;#"\'-.\u00e9'.split('')), minLength: 1 });
    fc.assert(
      fc.property(plain, fc.nat(), fc.constantFrom(...forms), (text, at, form) => {
        const places = [...text.matchAll(/[\p{L}\p{N}]/gu)];
        const place = places[at % Math.max(1, places.length)];
        fc.pre(place !== undefined);
        const cut = text.slice(0, place?.index) + text.slice((place?.index ?? 0) + 1);
        expect(isSameText(form, text, cut)).toBe(false);
      }),
    );
  });

  test('it differs in letters or digits, in no form', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'ab 01-.\'"\u2013'.split('')) });
    fc.assert(
      fc.property(plain, plain, fc.constantFrom(...forms), (sent, shown, form) => {
        fc.pre(lettersAndDigits(sent) !== lettersAndDigits(shown));
        expect(isSameText(form, sent, shown)).toBe(false);
      }),
    );
  });
});

test('a form does not stretch to a stronger one', () => {
  expect(isSameText('identity', 'About', '<p>About</p>')).toBe(false);
  expect(isSameText('entities', "it's", 'it\u2019s')).toBe(false);
});
