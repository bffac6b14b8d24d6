import { describe, expect, test } from 'vitest';
import { folderWith, settleIn } from '../options/settled.js';

const config = `
effort: quick
concurrency: 2
timeout: 20s
only: [events, venues]
targets:
  staging:
    url: https://staging.example.org/wp-json
    preset: ours
    effort: deep
    mode: sandbox
    basic: env:STAGING
presets:
  ours:
    preset: the-events-calendar
    rate: 5
    concurrency: 8
    timeout: 30s
`;
const yaml = (text: string) => folderWith({ 'calproof.config.yaml': text });

describe('an option is what', () => {
  test('the command line says, before anything else', async () => {
    const { flags } = await settleIn('staging --effort standard --only tags --concurrency 1', yaml(config));
    expect(flags).toMatchObject({ effort: 'standard', only: ['tags'], concurrency: 1, mode: 'sandbox' });
  });

  test('the target says, else the top, else the preset, else the one that it builds on, else the default', async () => {
    const { flags, url } = await settleIn('staging', yaml(config));
    expect(url).toBe('https://staging.example.org/wp-json');
    expect(flags).toMatchObject({
      effort: 'deep',
      concurrency: 2,
      timeout: 20_000,
      rate: 5,
      namespace: 'tribe/events/v1',
      languageParameter: 'wpml_language',
    });
    expect(flags.maxRequests).toBeUndefined();
    expect((await settleIn('https://example.org', yaml(config))).flags.languageParameter).toBe('ml_language');
  });

  test('the nearest that says who asks', async () => {
    const folder = yaml('basic: env:TOP\ntargets: { a: { url: http://a.example, bearer: "env:A" } }\n');
    expect(await settleIn('a', folder)).toMatchObject({ flags: { bearer: 'env:A' } });
    expect((await settleIn('a', folder)).flags.basic).toBeUndefined();
    expect((await settleIn('a --header X:1', folder)).flags).toMatchObject({ bearer: 'env:A', header: ['X:1'] });
    expect((await settleIn('a --basic env:MINE', folder)).flags.bearer).toBeUndefined();
  });

  test('a switch says, on or off', async () => {
    const folder = yaml('strict: true\nbail: true\ntargets: { a: { url: http://a.example, bail: false } }\n');
    expect((await settleIn('a', folder)).flags).toMatchObject({ strict: true, bail: false });
  });

  test('lists and single values say, for what may be repeated', async () => {
    const folder = yaml("skip: a\nreports: [json=r.json]\nheader: 'X: 1'\n");
    expect((await settleIn('', folder)).flags).toMatchObject({
      skip: ['a'],
      report: [{ format: 'json', file: 'r.json' }],
      header: ['X: 1'],
    });
  });
});

describe('a target is', () => {
  test('the one of that name, and its source is named', async () => {
    const { sources } = await settleIn('staging', yaml(config));
    expect(sources).toEqual(['calproof.config.yaml', 'target staging', 'preset ours']);
  });

  test('the URL of the top where none is given, and none where there is no such', async () => {
    expect((await settleIn('', yaml('url: http://127.0.0.1:8080\n'))).url).toBe('http://127.0.0.1:8080');
    expect((await settleIn('', yaml('effort: quick\n'))).url).toBeUndefined();
    expect((await settleIn('http://b.example', yaml('url: http://a.example\n'))).url).toBe('http://b.example');
  });

  test('not one that is misspelt', async () => {
    await expect(settleIn('stagin', yaml(config))).rejects.toThrow(/has no target stagin; did you mean staging\?/);
    // Where no target has a name, it is a URL that is wrong, which is reported elsewhere.
    expect((await settleIn('staging', folderWith({}))).url).toBe('staging');
  });
});

describe('a preset is', () => {
  test('ours, without any file', async () => {
    const { flags, login } = await settleIn('https://example.org/wp-json --preset the-events-calendar', folderWith({}));
    expect(flags).toMatchObject({ namespace: 'tribe/events/v1', languageParameter: 'wpml_language' });
    expect(login).toContain('application password');
  });

  test('the one of the command line, whatever the file says', async () => {
    const { flags } = await settleIn('staging --preset the-events-calendar', yaml(config));
    expect(flags.rate).toBeUndefined();
  });

  test('one of that name in the file before ours, which it may build on', async () => {
    const own = 'presets: { the-events-calendar: { preset: the-events-calendar, rate: 3, login: ask us } }\n';
    const { flags, login } = await settleIn('--preset the-events-calendar', yaml(own));
    expect(flags).toMatchObject({ namespace: 'tribe/events/v1', rate: 3 });
    expect(login).toBe('ask us');
  });

  test('none that is misspelt or builds on itself', async () => {
    await expect(settleIn('--preset the-event-calendar', folderWith({}))).rejects.toThrow(/mean the-events-calendar\?/);
    const circle = 'presets: { a: { preset: b }, b: { preset: a } }\n';
    await expect(settleIn('--preset a', yaml(circle))).rejects.toThrow(/The preset a extends itself\./);
  });
});

describe('a configuration is found', () => {
  const flagsIn = async (files: Readonly<Record<string, string>>, below = '') =>
    (await settleIn('', `${folderWith(files)}${below}`)).flags;

  test.each([
    ['in JSON', { 'calproof.config.json': '{"effort": "deep"}' }],
    ['in YAML', { 'calproof.config.yml': 'effort: deep' }],
    ['in package.json', { 'package.json': '{"name": "x", "calproof": {"effort": "deep"}}' }],
  ])('%s', async (_, files) => expect((await flagsIn(files)).effort).toBe('deep'));

  test('in a folder above, its paths starting from there', async () => {
    const files = { 'calproof.config.yaml': 'world: worlds/w.json\nca: /etc/ca.pem\nbasic: file:login\n', 'a/b/x': '' };
    expect(await flagsIn(files, '/a/b')).toMatchObject({
      world: '../../worlds/w.json',
      basic: 'file:../../login',
    });
    expect((await flagsIn({ 'calproof.config.yaml': 'reports: json=out/r.json', 'a/x': '' }, '/a')).report).toEqual([
      { format: 'json', file: '../out/r.json' },
    ]);
  });

  test('past a package.json that says nothing of calproof, or is broken', async () => {
    const files = {
      'calproof.config.yaml': 'effort: deep',
      'a/package.json': '{"name": "x"}',
      'a/b/package.json': '{',
    };
    expect((await flagsIn(files, '/a/b')).effort).toBe('deep');
  });

  test('by its name, and nowhere else then', async () => {
    const folder = folderWith({ 'calproof.config.yaml': 'effort: deep', 'ci/quick.yaml': 'effort: quick' });
    expect((await settleIn('--config ci/quick.yaml', folder)).flags.effort).toBe('quick');
    await expect(settleIn('--config none.yaml', folder)).rejects.toThrow(
      /none\.yaml cannot be read: there is no such file/,
    );
    await expect(settleIn('--config x.toml', folderWith({ 'x.toml': '' }))).rejects.toThrow(
      /ends in \.json, \.yaml or \.yml/,
    );
  });

  test('nowhere: then nothing is changed', async () => {
    expect((await settleIn('', folderWith({}))).sources).toEqual([]);
  });
});
