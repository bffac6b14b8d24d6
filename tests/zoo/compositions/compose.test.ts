import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../../wire/clock.js';
import type { Interceptor, Outcome } from '../../../wire/exchange.js';
import { textOf } from '../../../wire/message-body.js';
import { composeFault, faultsBehind } from '../../../zoo/compositions/compose-fault.js';
import { composeVariants, compositionOf, compositions } from '../../../zoo/compositions/compositions.js';
import { findExhibit } from '../../../zoo/compositions/exhibits.js';
import { editResponse, withBody } from '../../../zoo/intercept/response-edit.js';
import { createWireView } from '../../../zoo/intercept/wire-view.js';
import type { Aspect, Variant } from '../../../zoo/variant.js';
import { variants } from '../../../zoo/variants/index.js';

const lens = createWireView({ namespace: 'vendor/events/v1', languageParameter: 'ml_language', shapes: {} });

/** An interceptor that signs what it answers. */
const signing =
  (name: string): Interceptor =>
  async (request, next) =>
    editResponse(await next(request), (response) => withBody(response, Buffer.from(`${textOf(response)} ${name}`)));

const variant = (aspect: Aspect): Variant => ({
  id: aspect,
  aspect,
  statement: `It is about ${aspect}.`,
  allowances: [{ requirement: aspect, reason: 'none' }],
  create: () => signing(aspect),
});

async function ask(intercept: Interceptor): Promise<string> {
  const bare: Outcome = { kind: 'response', response: { status: 200, headers: [], body: Buffer.from('target') } };
  const outcome = await intercept({ method: 'GET', target: '/', headers: [] }, () => Promise.resolve(bare));
  return outcome.kind === 'response' ? textOf(outcome.response) : outcome.kind;
}

describe('a composition', () => {
  const composition = composeVariants('one', [variant('limits'), variant('others'), variant('text')]);

  test('puts variants before a target by aspect, however they are given', async () => {
    expect(await ask(composition.create(1, lens, createVirtualClock(0)))).toBe('target others text limits');
  });

  test('may all that its variants may', () => {
    expect(composition.allowances?.map(({ requirement }) => requirement)).toEqual(['others', 'text', 'limits']);
  });

  test('stands before a fault', async () => {
    const faulty = composeFault(
      { id: 'x', clause: 'doc.read', statement: '', create: () => signing('fault') },
      composition,
    );
    expect(await ask(faulty.create(1, lens, createVirtualClock(0)))).toBe('target fault others text limits');
  });
});

describe('the compositions of the zoo', () => {
  test('are of at most eight variants, each of an aspect of its own, and twenty of at least five', () => {
    for (const { variants: drawn } of compositions) {
      expect(new Set(drawn.map(({ aspect }) => aspect)).size).toBe(drawn.length);
      expect(drawn.length).toBeLessThanOrEqual(8);
    }
    expect(compositions.slice(0, 20).filter(({ variants: drawn }) => drawn.length < 5)).toEqual([]);
  });

  test('hold every variant that does not need a concurrency of its own', () => {
    const held = new Set(compositions.flatMap(({ variants: drawn }) => drawn));
    expect(variants.filter((one) => one.concurrency === undefined && !held.has(one))).toEqual([]);
  });

  test('have at most one sparse variant each', () => {
    const aspects = [...new Set(variants.map(({ aspect }) => aspect))];
    const sparse = aspects.map((aspect): Variant => ({ ...variant(aspect), isSparse: true }));
    expect(compositionOf(1, sparse).variants).toHaveLength(1);
    expect(compositions.filter(({ variants: drawn }) => drawn.filter((one) => one.isSparse).length > 1)).toEqual([]);
  });

  test('are drawn the same from the same seed, whatever the order of the variants', () => {
    const ids = (seed: number, from: readonly Variant[]) => compositionOf(seed, from).variants.map(({ id }) => id);
    expect(ids(7, variants.toReversed())).toEqual(ids(7, variants));
    expect(ids(8, variants)).not.toEqual(ids(7, variants));
  });
});

describe('the faults behind compositions', () => {
  test('are none that a deployment hides', () => {
    const hidden = faultsBehind.filter(([{ clause }, { hides = [] }]) => hides.some((one) => clause.startsWith(one)));
    expect(hidden).toEqual([]);
  });

  test('are at least forty, behind five deployments', () => {
    expect(faultsBehind.length).toBeGreaterThanOrEqual(40);
    expect(new Set(faultsBehind.map(([, { id }]) => id)).size).toBe(5);
  });
});

test.each([
  ['events.create.one-venue-only', 'events.create.one-venue-only'],
  ['one-venue-only', 'events.create.one-venue-only'],
  ['wide-spread', 'wide-spread'],
  ['method-override-in-query', undefined],
  ['venue-only', undefined],
])('%s stands for %s in the zoo', (id, found) => expect(findExhibit(id)?.id).toBe(found));
