import { describe, expect, test } from 'vitest';
import { toFieldSubject } from '../../../suites/expect/alteration.js';
import type { JsonValue } from '../../../wire/json.js';

const mistakeIn = (sent: JsonValue, shown: JsonValue | undefined): string | undefined =>
  toFieldSubject({ collection: 'tags', field: 'description', sent, shown }).mistake;

describe('what was done to a value is named', () => {
  test.each([
    ['caf\u00e9', 'cafe\u0301', 'texts get another normal form'],
    ['Jazz Night', 'jazz night', 'letters get another case'],
    ['one\n two', 'one two', 'white space gets lost'],
    ['R&B', 'R&amp;B', 'characters get escaped'],
    ['R&B', 'R&amp;amp;amp;B', 'characters get escaped'],
    ["it's", String.raw`it\'s`, 'characters get escaped'],
    ['100%21', '100!', 'escapes get decoded'],
    ['&lt;b', '<b', 'escapes get decoded'],
    ['mood \u{1f3ba}!', 'mood ?!', 'letters beyond the basic plane get lost'],
    ['caf\u00e9', 'caf', 'letters beyond ASCII get lost'],
    ['a long text', 'a long', 'texts get cut'],
    [false, 'true', 'false becomes true'],
    [[], ['3'], 'empty lists change nothing'],
    [['3', '4'], ['3'], 'lists lose members'],
    ['2030-01-02 10:00:00', '2030-01-02T09:00:00', 'times get displaced by -3600 s'],
  ])('%j that is shown as %j: %s', (sent, shown, mistake) => {
    expect(mistakeIn(sent, shown)).toBe(mistake);
  });

  test.each([
    ['one', 'two'],
    ['one', undefined],
    ['one', ''],
    [true, false],
    [3, 4],
    [['3'], ['3', '4']],
    ['2030-01-02 10:00:00', '2030-05-02 10:00:00'],
  ])('%j that is shown as %j: by nothing', (sent, shown) => {
    expect(mistakeIn(sent, shown)).toBeUndefined();
  });
});

test('a mistake that is known otherwise is kept, beside the field', () => {
  const given = { collection: 'venues', field: 'city', sent: 'Ghent', shown: 'ghent' } as const;
  expect(toFieldSubject({ ...given, mistake: 'known' })).toEqual({ field: 'venue.field.city', mistake: 'known' });
});
