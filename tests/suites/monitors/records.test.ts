import { describe, expect, test } from 'vitest';
import { type Line, nominated } from './streams.js';

const kept = 'coherence.kept-write.anywhere';
const agree = 'coherence.answers-agree';

const tag = { id: 7, name: 'Red kite', description: 'Two words', slug: 'red-kite' };
const create: Line = ['POST /tags', { send: { name: 'Red kite', description: 'Two words' }, status: 201, show: tag }];
const read = (show: Record<string, string | number>): Line => ['GET /tags/7', { show }];
const list = (show: Record<string, string | number>): Line => [
  'GET /tags?search=kite+cp1m7k3i-5',
  { show: { tags: [show], total: 1 } },
];
const other: Line = ['POST /tags', { send: { name: 'Blue tit' }, status: 201, show: { id: 8, name: 'Blue tit' } }];

describe('what was written', () => {
  test('is kept where every response shows it', () => {
    expect(nominated([create, read(tag), other, list(tag)])).toMatchObject({ [kept]: [], [agree]: [] });
  });

  test('is nominated where a response shows less of it, in an item or a list, at once or after other writes', () => {
    const cut = { ...tag, description: 'Two' };
    for (const lines of [
      [create, read(cut)],
      [create, list(cut)],
      [create, read(tag), other, read(cut)],
    ]) {
      expect(nominated(lines)[kept]).toEqual(['expected description "Two words", as it was sent, observed "Two"']);
    }
  });

  test('is nominated once where it stays lost', () => {
    const cut = { ...tag, description: 'Two' };
    expect(nominated([create, read(cut), read(cut)])[kept]).toHaveLength(1);
  });

  test('stays where a PATCH sends something else', () => {
    const patch: Line = ['PATCH /tags/7', { send: { name: 'Barn owl' }, show: { ...tag, name: 'Barn owl' } }];
    expect(nominated([create, patch, read({ ...tag, name: 'Barn owl' })])[kept]).toEqual([]);
    expect(nominated([create, patch, read({ ...tag, name: 'Barn owl', description: '' })])[kept]).toHaveLength(1);
  });

  test('may be cleaned where it is no plain text, but not otherwise after another write', () => {
    const odd: Line = [
      'POST /tags',
      { send: { name: 'Red kite', description: '<b>a</b>' }, show: { ...tag, description: 'a' } },
    ];
    expect(nominated([odd, read({ ...tag, description: 'a' })])).toMatchObject({ [kept]: [], [agree]: [] });
    expect(nominated([odd, other, read({ ...tag, description: 'b' })])[kept]).toHaveLength(1);
  });

  test('is left alone where a refused update sends it', () => {
    const refused: Line = ['PATCH /tags/7', { send: { description: 'Others' }, status: 400 }];
    expect(nominated([create, refused, read(tag)])[kept]).toEqual([]);
  });
});

describe('what a list shows that nothing narrows', () => {
  const whole = (show: Record<string, string | number>): Line => [
    'GET /tags?per_page=10',
    { show: { tags: [show], total: 1 } },
  ];

  test('is no ground for a pass: others decide whether our records are on that page', () => {
    expect(nominated([create, list(tag)])).toHaveProperty([agree]);
    expect(nominated([create, whole(tag), whole(tag)])).not.toHaveProperty([agree]);
    const ofRun: Line = ['GET /tags?search=cp1m7k3i', { show: { tags: [tag], total: 1 } }];
    expect(nominated([create, ofRun, ofRun])).not.toHaveProperty([agree]);
    const silent: Line = ['POST /tags', { send: { name: 'Red kite' }, status: 201, show: { id: 7 } }];
    expect(nominated([silent, whole(tag), read(tag)])).not.toHaveProperty([agree]);
    expect(nominated([silent, whole(tag), read(tag), read(tag)])).toHaveProperty([agree]);
  });

  test('is nominated all the same', () => {
    expect(nominated([create, whole({ ...tag, description: 'Two' })])[kept]).toHaveLength(1);
    expect(nominated([create, whole({ ...tag, slug: 'other' })])[agree]).toHaveLength(1);
  });
});

test('a parent may give way to another write that would close a circle', () => {
  const [one, other] = [
    { id: 1, name: 'One', parent: 5 },
    { id: 2, name: 'Two', parent: 1 },
  ];
  const made: readonly Line[] = [
    ['POST /categories', { send: { name: 'One', parent: 5 }, status: 201, show: one }],
    ['POST /categories', { send: { name: 'Two', parent: 1 }, status: 201, show: other }],
    ['PATCH /categories/1', { send: { parent: 2 }, show: { ...one, parent: 2 } }],
    ['GET /categories/2', { show: { ...other, parent: null } }],
  ];
  expect(nominated(made)).toMatchObject({ [kept]: [] });
});

describe('two responses', () => {
  test('that disagree about what nobody sent are nominated', () => {
    expect(nominated([create, read({ ...tag, slug: 'another' })])[agree]).toEqual([
      'expected slug "red-kite", as another response shows it, observed "another"',
    ]);
  });

  test('may disagree about what may follow from a write between them', () => {
    const patch: Line = ['PATCH /tags/7', { send: { name: 'Barn owl' }, show: { id: 7 } }];
    expect(nominated([create, patch, read({ ...tag, name: 'Barn owl', slug: 'barn-owl' })])).toMatchObject({
      [kept]: [],
    });
  });
});

describe('nothing is said', () => {
  const cut = { ...tag, description: 'Two' };
  const silent: readonly (readonly [string, readonly Line[]])[] = [
    ['of a record that others made', [read(tag), read(cut)]],
    ['of what another identity sees', [create, ['GET /tags/7', { show: cut, as: 'reader' }]]],
    ['of what is shown in a language', [create, ['GET /tags?ml_language=nl', { show: { tags: [cut], total: 1 } }]]],
    [
      'of what is read with further header fields',
      [create, ['GET /tags/7', { show: cut, headers: [['If-Match', '"1"']] }]],
    ],
    ['of an item read with parameters', [create, ['GET /tags/7?context=edit', { show: cut }]]],
    [
      'after a write by another identity',
      [create, ['PATCH /tags/7', { send: { name: 'Owl' }, as: 'reader' }], read(cut)],
    ],
    ['after an overridden method', [create, ['GET /tags/7?_method=PATCH', { show: tag }], read(cut)]],
    ['after a write in a language', [create, ['PATCH /tags/7?ml_language=nl', { send: { name: 'Uil' } }], read(cut)]],
    ['after a write that broke', [create, ['PATCH /tags/7', { send: { name: 'Owl' }, status: 500 }], read(cut)]],
    ['after a DELETE', [create, ['DELETE /tags/7', { show: cut }], read(cut)]],
    ['of a body that is no JSON', [create, ['PUT /tags/7', { headers: [['content-type', 'text/plain']] }], read(cut)]],
    ['in an error', [create, ['GET /tags/7', { status: 404, show: cut }]]],
  ];
  test.each(silent)('%s', (_, lines) => {
    const all = nominated(lines);
    expect([...(all[kept] ?? []), ...(all[agree] ?? [])]).toEqual([]);
  });
});

describe('what was never sent', () => {
  const own = 'coherence.own-texts.anywhere';
  const made = (more: Record<string, string>): Line => [
    'POST /tags',
    { send: { name: 'Kite cp1a2b3c-17' }, status: 201, show: { id: 7, name: 'Kite cp1a2b3c-17', ...more } },
  ];

  test('is nominated where it shows what was sent for another record', () => {
    expect(nominated([made({ description: 'About cp1a2b3c-9' })])[own]).toEqual([
      'expected description of tags/7, which was never sent, without a text of another record, observed "About cp1a2b3c-9"',
    ]);
  });

  test('may follow from the rest of the record, cut short too', () => {
    expect(nominated([made({ description: 'Kite cp1a2b3c-17' })])[own]).toEqual([]);
    expect(nominated([made({ description: 'Kite cp1a2b3c-1' })])[own]).toEqual([]);
  });

  test('may be a name that is cut and numbered, as in a slug or an address', () => {
    const slug = 'kite-cp1a2b3c-2';
    expect(nominated([made({ slug, website: `https://example.org/${slug}` })])[own]).toBeUndefined();
  });

  test('is nominated where a list shows a record that nobody made by the name of one that was', () => {
    const twins: Line = [
      'GET /tags?search=kite',
      { show: { tags: [7, 8].map((id) => ({ id, name: 'Kite cp1a2b3c-17' })), total: 2 } },
    ];
    const other: Line = ['POST /tags', { send: { name: 'Kite cp1a2b3c-17' }, status: 201, show: { id: 8 } }];
    const unclear: Line = ['POST /tags', { send: { name: 'Kite cp1a2b3c-17' }, status: 500 }];
    expect(nominated([made({}), twins])[own]).toEqual([
      'expected one record of tags called "Kite cp1a2b3c-17", as one was made, observed tags/8 beside tags/7',
    ]);
    expect(nominated([made({}), other, twins])[own]).toBeUndefined();
    expect(nominated([made({}), unclear, twins])[own]).toBeUndefined();
  });
});
