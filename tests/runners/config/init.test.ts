import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toConfigKeys } from '../../../runners/config/config-schema.js';
import { createCheckOptions } from '../../../runners/options/check-options.js';
import { calproof } from '../cli/console.js';
import { folderWith, settleIn } from '../options/settled.js';

const yamlOf = (folder: string): string => readFileSync(`${folder}/calproof.config.yaml`, 'utf8');

describe('init writes a configuration', () => {
  test('with a comment on every key, which is right as it stands', async () => {
    const { code, stdout, folder } = await calproof('init');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Wrote calproof.config.yaml.')]);
    const text = yamlOf(folder);
    const missing = toConfigKeys(createCheckOptions()).filter(
      ({ name, says }) => !text.includes(`# ${says}\n#${name}: `),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
    expect(await settleIn('local', folder)).toMatchObject({ url: 'http://127.0.0.1:8080' });
  });

  test('with valid examples in its comments', async () => {
    const { folder } = await calproof('init');
    const all = yamlOf(folder)
      .replaceAll(/^#(?=[\w ])(?! )/gm, '')
      .replaceAll(/^#(?= {2})/gm, '');
    const both = all.replace(/^bearer: .*$/m, '');
    await expect(settleIn('staging', folderWith({ 'calproof.config.yaml': both }))).resolves.toMatchObject({
      url: 'https://staging.example.org/wp-json',
      flags: { effort: 'quick', maxTime: 300_000, mode: 'sandbox', namespace: 'vendor/events/v1' },
    });
  });

  test('in JSON, with the schema for editors', async () => {
    const { folder } = await calproof('init --format json');
    expect(JSON.parse(readFileSync(`${folder}/calproof.config.json`, 'utf8'))).toMatchObject({
      $schema: expect.stringContaining('config.schema.json'),
    });
    expect((await settleIn('local', folder)).url).toBe('http://127.0.0.1:8080');
  });

  test.each(['calproof.config.yaml', 'calproof.config.yml', 'calproof.config.json'])(
    'and leaves %s alone that is there',
    async (name) => {
      const folder = folderWith({});
      writeFileSync(`${folder}/${name}`, 'mine');
      for (const format of ['yaml', 'json']) {
        const { code, stderr } = await calproof(`init --format ${format}`, { folder });
        expect([code, stderr]).toEqual([2, `${name} already exists; it was not changed.\n`]);
      }
      expect(readFileSync(`${folder}/${name}`, 'utf8')).toBe('mine');
    },
  );
});
