/** In ms: long enough for others to come in between. */
export const PAUSE = 20;

/** The stay of one request among others that are about the same. */
export interface Overlap {
  /** Whether one of this kind has been under way at the same time, so far. */
  hasOverlapped(kind: string): boolean;
  /** Whether one of this kind is under way now. */
  overlaps(kind: string): boolean;
}

/** Lets a request be under way while it is acted upon. */
type RaceWindow = <Result>(about: string, kind: string, act: (stay: Overlap) => Promise<Result>) => Promise<Result>;

interface Guest {
  readonly kind: string;
  readonly met: Set<string>;
}

/** Tracks the requests under way, so that a fault can find those that overlap. */
export function createRaceWindow(): RaceWindow {
  const rooms = new Map<string, Set<Guest>>();

  return async (about, kind, act) => {
    const room = rooms.get(about) ?? new Set<Guest>();
    rooms.set(about, room);
    const guest: Guest = { kind, met: new Set() };
    for (const other of room) {
      other.met.add(kind);
      guest.met.add(other.kind);
    }
    room.add(guest);
    try {
      return await act({
        hasOverlapped: (one) => guest.met.has(one),
        overlaps: (one) => [...room].some((other) => other !== guest && other.kind === one),
      });
    } finally {
      room.delete(guest);
    }
  };
}
