import type { RequestListener } from 'node:http';
import type { Extension } from '../contract/extension.js';
import type { Collection } from '../contract/field.js';
import type { WorldFile } from '../contract/world-file.js';
import type { UsersFile } from './access.js';

/** How a reference server is set up; every option has a default, and without any it is empty and open to everyone. */
export interface ReferenceServerOptions {
  /** Where the REST root is, such as `/wp-json`; empty by default. */
  readonly basePath?: string;
  /** `vendor/events/v1` by default. */
  readonly namespace?: string;
  /** The records to begin with. */
  readonly world?: WorldFile;
  /** Without users everyone may do everything. */
  readonly users?: UsersFile;
  /** The premium extensions that are on: by default those of the world file. */
  readonly extensions?: readonly Extension[];
  /** The site's IANA time zone: by default the world file's, else UTC. */
  readonly zone?: string;
  /** The present; by default that of the machine. Dates have whole seconds. */
  readonly now?: () => Date;
  /**
   * How many events a chunk of an index by time holds at most, at least one, 256 by default. Few cut a small calendar
   * into as many chunks as a large one has.
   */
  readonly chunk?: number;
  /** The body of GET /doc: by default the OpenAPI document of this server. */
  readonly document?: unknown;
}

/** A server of the whole interface; its records are in memory and nowhere else. */
export interface ReferenceServer {
  /** Answers requests for any `node:http` server. */
  readonly handler: RequestListener;
  /** Listens, on a free port of 127.0.0.1 by default; gives the REST root. Rejects when it cannot. */
  listen(at?: { readonly port?: number; readonly host?: string }): Promise<{ readonly url: string }>;
  /** Stops listening, lets running requests finish for a moment, and ends all connections. */
  close(): Promise<void>;
  /** How many records each collection holds, whatever their language and status. */
  counts(): Record<Collection, number>;
}
