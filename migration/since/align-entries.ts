/** The entries of one record: as an earlier snapshot has them, and as they were read now. */
export interface Aligned {
  readonly earlier: readonly string[];
  readonly read: readonly string[];
}

/** Sorted entries. */
type Entries = AsyncIterable<string>;

/** Puts the entries of both beside each other, record by record. However it ends, both are closed. */
export async function* alignEntries(earlier: Entries, read: Entries): AsyncGenerator<Aligned> {
  const [left, right] = [toGroups(earlier), toGroups(read)];
  try {
    let [one, other] = [await nextOf(left), await nextOf(right)];
    while (one || other) {
      const isOne = one !== undefined && (other === undefined || one.key <= other.key);
      const isOther = other !== undefined && (one === undefined || other.key <= one.key);
      yield { earlier: (isOne && one?.entries) || [], read: (isOther && other?.entries) || [] };
      if (isOne) one = await nextOf(left);
      if (isOther) other = await nextOf(right);
    }
  } finally {
    await left.return(undefined);
    await right.return(undefined);
  }
}

interface Group {
  readonly key: string;
  readonly entries: string[];
}

async function nextOf(groups: AsyncGenerator<Group, undefined>): Promise<Group | undefined> {
  const { done, value } = await groups.next();
  return done === true ? undefined : value;
}

async function* toGroups(entries: Entries): AsyncGenerator<Group, undefined> {
  let group: Group | undefined;
  for await (const entry of entries) {
    const key = keyOf(entry);
    if (group && group.key !== key) {
      yield group;
      group = undefined;
    }
    group ??= { key, entries: [] };
    group.entries.push(entry);
  }
  if (group) yield group;
  return undefined;
}

/** The collection and the ID, by which entries are sorted first. */
const keyOf = (entry: string): string => entry.slice(0, entry.indexOf('\t', entry.indexOf('\t') + 1) + 1);
