import { expect, test } from 'vitest';
import { onTrial } from '../../suites/on-trial.js';
import { createTrash } from '../trash.js';

/** What is learned of a DELETE of a service with a trash; a GET of what is in it is answered with a status. */
async function learnedBehind(status: 200 | 403 | 410) {
  const { opened, close } = await onTrial({ intercept: createTrash(status).intercept });
  await close();
  return opened.profile.facts.find(({ id }) => id === 'delete');
}

test.each([
  [200, true],
  [403, false],
  [410, false],
] as const)('what the first DELETE leaves is learned of a trash that answers %s', async (afterwards, trash) => {
  const fact = await learnedBehind(afterwards);
  expect(fact?.value).toMatchObject({ afterwards, trash });
  expect(fact?.observations.map(({ exchange }) => exchange.request.method)).toEqual(['DELETE', 'GET']);
});
