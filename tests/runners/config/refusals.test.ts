import { describe, expect, test } from 'vitest';
import { refusalOf } from '../options/settled.js';

describe('a configuration that is wrong is refused, with the place', () => {
  test.each<[string, string, string]>([
    [
      'a key that there is not',
      'effort: quick\nmaxRequest: 5\n',
      'line 2, column 1: there is no key maxRequest; did you mean maxRequests?',
    ],
    [
      'one in a target',
      'targets:\n  a:\n    url: http://a.example\n    efort: quick\n',
      'line 4, column 5: there is no key efort; did you mean effort?',
    ],
    ['one in a preset', 'presets:\n  a: { rat: 5 }\n', 'line 2, column 8: there is no key rat; did you mean rate?'],
    [
      'a word that is none of a few',
      'mode: sandbocks\n',
      'line 1, column 7: there is no sandbocks here; did you mean sandbox? Valid values: readonly, sandbox.',
    ],
    ['another kind of value', 'strict: yes please\n', 'line 1, column 9: strict is true or false.'],
    ['a number that is too large', 'concurrency: 300\n', 'line 1, column 14: concurrency is a number of at most 256.'],
    ['a duration that is none', 'timeout: soon\n', 'line 1, column 10: expected a duration such as 500ms, 30s or 5m.'],
    [
      'one of several values',
      'profile: [core, cor]\n',
      'line 1, column 17: there is no cor here; did you mean core? Valid values: core, coherence, http, drift, reference.',
    ],
    ['a target without a URL', 'targets:\n  a:\n    mode: sandbox\n', 'line 3, column 5: a lacks url.'],
    ['a URL that is none', 'targets: { a: { url: "ftp://a.example" } }\n', 'line 1, column 22: '],
    [
      'a preset that there is not',
      'preset: the-event-calendar\n',
      'line 1, column 9: there is no preset the-event-calendar; did you mean the-events-calendar?',
    ],
    [
      'a report of no known format',
      'reports: [jason=x]\n',
      'line 1, column 10: did you mean json? Valid values: json, html, ',
    ],
    [
      'the option by its own name',
      'report: json=x\n',
      'line 1, column 1: there is no key report; did you mean reports?',
    ],
    ['two of one key', 'seed: 1\nseed: 2\n', 'line 2, column 1: Map keys must be unique.'],
    ['no YAML', 'only: [a\nskip: b\n', 'line '],
    ['no group of keys', '- effort\n', 'line 1, column 1: the configuration is a group of keys.'],
    ['an anchor that is not there', 'effort: *other\n', 'line 1, column '],
  ])('%s', async (_, text, sentence) => {
    const refusal = await refusalOf(text);
    expect(refusal).toContain(`calproof.config.yaml, ${sentence}`);
    expect(refusal).toMatch(/\.$|\?$/);
  });

  test.each<[string, string, string]>([
    [
      'a key',
      '{\n  "targets": {\n    "a": {\n      "url": "http://a.example",\n      "efort": "quick"\n    }\n  }\n}',
      'line 5, column 7: there is no key efort',
    ],
    ['a comma at the end', '{\n  "effort": "quick",\n}', 'line 3, column 1: invalid JSON from here on.'],
    ['an end that comes too soon', '{\n  "effort": "quick"', 'line 2, column '],
    ['a comment', '{\n  // quick\n  "effort": "quick"\n}', 'line 2, column '],
    ['tabs before a key', '{\n\t"efort": "quick"\n}', 'line 2, column 2: there is no key efort'],
  ])('in JSON: %s', async (_, text, sentence) =>
    expect(await refusalOf(text, 'calproof.config.json')).toContain(`calproof.config.json, ${sentence}`),
  );

  test('in package.json, as a part of the whole', async () => {
    const text = '{\n  "name": "x",\n  "calproof": {\n    "efort": "quick"\n  }\n}\n';
    expect(await refusalOf(text, 'package.json')).toContain('package.json, line 4, column 5: there is no key efort');
  });

  test('everything at once, in the order of the file', async () => {
    const lines = (await refusalOf('seed: x\nefort: quick\nrate: 0\n')).split('\n');
    expect(lines.map((line) => /line (\d)/.exec(line)?.[1])).toEqual(['1', '2', '3']);
  });
});

describe('a secret is never given literally, and never printed', () => {
  const SECRET = 'hunter2-very-secret';
  test.each([
    ['basic', `basic: user:${SECRET}\n`],
    ['bearer', `bearer: ${SECRET}\n`],
    ['a header', `header: 'Authorization: Bearer ${SECRET}'\n`],
    ['a cookie', `header: ['X: 1', 'Cookie: ${SECRET}']\n`],
    ['one in a target', `targets: { a: { url: http://a.example, basic: "user:${SECRET}" } }\n`],
    ['one in a preset', `presets: { a: { bearer: ${SECRET} } }\n`],
    ['one of a proxy', `proxy: http://user:${SECRET}@proxy.example:8080\n`],
    ['one of a proxy without a scheme', `proxy: user:${SECRET}@proxy.example:8080\n`],
    ['one in the URL', `url: http://user:${SECRET}@a.example\n`],
    ['one under a key of its own', `password: ${SECRET}\n`],
    ['one that is no text', `basic: [${SECRET}]\n`],
  ])('%s', async (_, text) => {
    const refusal = await refusalOf(text);
    expect(refusal).toMatch(/line \d+, column \d+: /);
    expect(refusal).not.toContain(SECRET);
  });
});
