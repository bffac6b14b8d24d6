import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { CONFIG_SCHEMA, presets, toConfigKeys, toConfigSchema } from '../../../runners/config/config-schema.js';
import { createCheckOptions } from '../../../runners/options/check-options.js';
import { folderWith, settleIn } from '../options/settled.js';

const options = createCheckOptions();
const keys = toConfigKeys(options);
const schema = toConfigSchema(keys);
const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

describe('the schema of a configuration', () => {
  test('is published as it is; `npx vitest run -u` on this file brings it up to date', async () => {
    const text = `${JSON.stringify(schema, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot('../../../runners/config/config.schema.json');
  });

  test('is where a configuration refers to it, and a part of the package', () => {
    const path = CONFIG_SCHEMA.replace('./node_modules/calproof/', '');
    const { files, exports } = JSON.parse(read('package.json')) as { files: string[]; exports: Record<string, string> };
    expect(JSON.parse(read(path))).toMatchObject({ title: 'calproof configuration' });
    expect(files).toContain(path);
    expect(exports['./config.schema.json']).toBe(`./${path}`);
  });

  test('is a schema, and has a key for every option but what is for one command line only', () => {
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
    expect(validate({ targets: { a: { url: 'http://a.example' } }, presets })).toBe(true);
    expect(validate({ targets: { a: { image: 'calendar:1.4' } } })).toBe(true);
    expect(validate({ targets: { a: { mode: 'sandbox' } } })).toBe(false);
    const left = options
      .map((option) => option.attributeName())
      .filter((name) => !keys.some((key) => key.attribute === name));
    expect(left).toEqual(['watch', 'config']);
  });
});

describe('the presets that are there', () => {
  test.each(Object.keys(presets))('%s is equal to one of a file', async (name) => {
    const file = JSON.stringify({ presets: { mine: presets[name] } });
    const own = await settleIn('--preset mine', folderWith({ 'calproof.config.json': file }));
    const ours = await settleIn(`--preset ${name}`, folderWith({}));
    expect({ ...own.flags, preset: name }).toEqual(ours.flags);
    expect(own.login).toBe(ours.login);
  });
});

describe('the documentation', () => {
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

  test('has a row for every key; `npx vitest run -u` on this file brings it up to date', async () => {
    const rows = keys.map(
      ({ name, flags, says }) => `| \`${name}\` | \`${flags.replaceAll('|', '\\|')}\` | ${cell(says)} |`,
    );
    const text = [
      '# Keys of a configuration',
      '',
      '| key | option | what it says |',
      '| --- | --- | --- |',
      ...rows,
      '',
    ];
    await expect(text.join('\n')).toMatchFileSnapshot('../../../docs/configuration-keys.md');
  });

  test('names every preset', () => {
    const page = read('docs/configuration.md');
    expect(Object.keys(presets).filter((name) => !page.includes(name))).toEqual([]);
  });

  test.each(
    [...read('docs/configuration.md').matchAll(/```(yaml|json)\n([\s\S]*?)```/g)].map(([, format, text]) => [
      format,
      text,
    ]),
  )('shows configurations in %s that are right', async (format = '', text = '') => {
    await expect(settleIn('', folderWith({ [`calproof.config.${format}`]: text }))).resolves.toBeDefined();
  });
});
