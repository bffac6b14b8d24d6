/** Where time comes from; a virtual one makes waiting free. `now` is in ms since the epoch. */
export interface Clock {
  now(): number;
  sleep(ms: number): Promise<void>;
}
