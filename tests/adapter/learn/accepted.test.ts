import { expect, test } from 'vitest';
import { learnAccepted } from '../../../adapter/learn/accepted-values.js';
import type { Built } from '../../../adapter/world/build-world.js';
import { ref } from '../../../generators/wire-value.js';
import type { JsonObject } from '../../../wire/json.js';
import { answered } from '../answers.js';
import { answer } from '../other-targets.js';
import { scripted, sentBy } from '../ownership/scripted.js';

const showing = (json: JsonObject): Built => ({
  draft: { ref: ref('events', 'e1'), payload: {} },
  written: { collection: 'events', body: {}, exchange: answered({}) },
  id: '5',
  shown: { collection: 'events', id: '5', json },
});

/** A target that shows what organizers are sent, in its own way, when they are created or when they are read. */
const echoing = (show: (sent: JsonObject) => JsonObject, when: 'POST' | 'GET' = 'POST') => {
  let sent: JsonObject = {};
  return scripted((request) => {
    if (request.method === 'POST') sent = sentBy(request) as JsonObject;
    return answer(201, { id: 9, ...(request.method === when && show(sent)) });
  }).calendar;
};

test('an author and statuses are learned from shown records', async () => {
  const built = [
    showing({ author: '7', status: 'publish' }),
    showing({ author: 8, status: 'draft' }),
    showing({ status: 'publish' }),
  ];
  expect(
    await learnAccepted(
      echoing(() => ({})),
      built,
    ),
  ).toEqual({ author: [7], image: [], status: ['publish', 'draft'] });
});

test('an image is learned if it is returned, as a URL or as an object', async () => {
  const image = 'https://example.org/calproof.png';
  expect(
    (
      await learnAccepted(
        echoing((sent) => sent),
        [],
      )
    ).image,
  ).toEqual([image]);
  const asObject = echoing(({ image: url = null }) => ({ image: { id: 3, url } }));
  expect((await learnAccepted(asObject, [])).image).toEqual([image]);
});

test('where ours is not taken, images of existing records are tried, an id first', async () => {
  const own = 'https://media.example/own.png';
  const taking = (image: string) =>
    echoing(({ image: sent }) => (sent === image ? { image: { id: '12', url: own } } : { image: false }));
  const seen = [{ image: false }, { image: { url: own, id: 12, sizes: {} } }];
  expect((await learnAccepted(taking('12'), [], seen)).image).toEqual(['12']);
  expect((await learnAccepted(taking(own), [], seen)).image).toEqual([own]);
  expect((await learnAccepted(taking('none'), [], seen)).image).toEqual([]);
});

test('an author is tried if none is shown, and kept only if it is then shown', async () => {
  expect(
    (
      await learnAccepted(
        echoing((sent) => sent),
        [],
      )
    ).author,
  ).toEqual([1]);
  expect(
    (
      await learnAccepted(
        echoing(() => ({})),
        [],
      )
    ).author,
  ).toEqual([]);
  expect(
    (
      await learnAccepted(
        echoing(() => ({ author: 0 })),
        [showing({ author: 0 })],
      )
    ).author,
  ).toEqual([]);
});

test('a field that a create does not return is read back', async () => {
  const image = 'https://example.org/calproof.png';
  const shown = await learnAccepted(
    echoing(({ image: url = null }) => ({ image: url, status: 'draft' }), 'GET'),
    [{ ...showing({}), written: { collection: 'events', body: { status: 'draft' }, exchange: answered({}) } }],
  );
  expect(shown).toEqual({ author: [], image: [image], status: ['draft'] });
});

test('refused values are not accepted', async () => {
  const { calendar } = scripted(() => answer(400, {}));
  expect(await learnAccepted(calendar, [])).toEqual({ author: [], image: [], status: [] });
});
