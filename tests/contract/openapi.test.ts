import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { toOpenApi } from '../../contract/openapi.js';

const document = toOpenApi({ namespace: 'vendor/events/v1', serverUrl: 'http://127.0.0.1:8080' });

test('is a valid OpenAPI 3.1 document', async () => {
  const result = await new Validator().validate({ ...document });
  expect(result).toEqual({ valid: true });
});
