import { expect, expectTypeOf, test } from 'vitest';
import { count, either, list, object, oneOf, only, text, type TypeOf } from '../../reports/typed-schema.js';

const shape = either(
  object({ kind: only('circle'), radius: count }),
  object({ kind: oneOf('line', 'dot'), tags: list(text) }, { label: text }),
);

test('a schema has the members that it requires, and those that it allows', () => {
  expect(JSON.parse(JSON.stringify(shape))).toEqual({
    oneOf: [
      {
        type: 'object',
        properties: { kind: { const: 'circle' }, radius: { type: 'integer', minimum: 0 } },
        required: ['kind', 'radius'],
      },
      {
        type: 'object',
        properties: {
          kind: { enum: ['line', 'dot'] },
          tags: { type: 'array', items: { type: 'string' } },
          label: { type: 'string' },
        },
        required: ['kind', 'tags'],
      },
    ],
  });
});

test('its type is that of the values that fit it', () => {
  expectTypeOf<TypeOf<typeof shape>>().toEqualTypeOf<
    | { readonly kind: 'circle'; readonly radius: number }
    | { readonly kind: 'line' | 'dot'; readonly tags: readonly string[]; readonly label?: string }
  >();
});
