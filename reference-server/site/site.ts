import type { IncomingHttpHeaders } from 'node:http';
import type { Extension, Language } from '../../contract/queries.js';
import type { Parameters } from '../http/parameter-values.js';
import type { DataFile } from '../store/data-file.js';
import type { Store } from '../store/store.js';
import type { Access, Viewer } from './access-control.js';
import type { RowCache } from './row-cache.js';
import type { Clock } from './site-clock.js';

/** Everything one server holds. */
export interface Site {
  readonly namespace: string;
  readonly basePath: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly access: Access;
  readonly extensions: ReadonlySet<Extension>;
  readonly rows: RowCache;
  /** Where the records are kept over restarts. */
  readonly data?: DataFile;
  /** The body of GET /doc for a REST root. */
  document(serverUrl: string): unknown;
}

/** What a request brings besides its route. */
export interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly origin: string;
  readonly viewer: Viewer;
  readonly language: Language;
  /** The path segment that the language came by, such as `/nl`; empty without one. */
  readonly segment: string;
  readonly query: string;
  readonly parameters: Parameters;
  readonly body: Parameters;
}
