/** The two services that are compared. */
export const sides = ['a', 'b'] as const;
export type SideName = (typeof sides)[number];

/** Something of each of the two services. */
export type Both<T> = Readonly<Record<SideName, T>>;

/** Makes one of each side. */
export const ofBoth = <T>(make: (side: SideName) => T): Both<T> => ({ a: make('a'), b: make('b') });

/** Works on both sides at once. If one fails, it fails when the other has ended, so that nothing goes on behind it. */
export async function onBoth<T>(work: (side: SideName) => Promise<T>): Promise<Both<T>> {
  const { a, b } = ofBoth(work);
  await Promise.allSettled([a, b]);
  return { a: await a, b: await b };
}
