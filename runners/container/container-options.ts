/** A container to start, and how to tell that it is ready. Times are in ms. */
export interface ContainerOptions {
  /** As the engine knows it: `NAME:TAG`; pulled where it is not there. */
  readonly image: string;
  /** Where the service listens in the container; left out: the only port that the image exposes. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** A network of the engine, such as that of a database. */
  readonly network?: string;
  /** It is ready when its log has this. */
  readonly waitLog?: RegExp;
  /** It is ready when this path answers 2xx or 3xx; left out, like `waitLog`: when the list of events answers, but not 5xx. */
  readonly waitHttp?: string;
  /** How long it may take to get ready. */
  readonly waitTime?: number;
}
