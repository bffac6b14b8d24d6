import type { IncomingMessage, RequestListener } from 'node:http';
import type { Server, Socket } from 'node:net';

/** A response as it is written on the connection: its head and its body. */
export interface RawResponse {
  readonly head: string;
  readonly body: Buffer;
}

/** A request to a hostile target. */
export interface Asked {
  readonly request: IncomingMessage;
  /** What an honest server sends; sending is left to the caller. */
  honest(): Promise<RawResponse>;
}

/** Writes to a connection in place of a response. */
export type Speak = (socket: Socket, asked: Asked) => unknown;

/** Before the run: from the first request on. In the middle of it: after so many good responses. */
export const phases = { before: 0, middle: 200 } as const;
export type Phase = keyof typeof phases;

/** What is honest about a target. */
export interface Honest {
  /** Responds as the reference server does, and counts. */
  readonly respond: RequestListener;
  /** Whether the next response is still that of the reference server. */
  isGood(): boolean;
}

interface Row {
  /** As in the list of hostile targets; several rows of one number are forms of one target. */
  readonly number: number;
  readonly title: string;
  /** When it is run: before the run alone by default, as in the middle of it most rows of a class end alike. */
  readonly phases?: readonly Phase[];
  /** Whether it is silent, or goes on for longer than any run waits. */
  readonly isSilent?: true;
  /** Names that the host has one after the other, in place of its own. */
  readonly lookups?: readonly string[];
}

/** A target that speaks on connections that a request came over. */
export interface SpeakingRow extends Row {
  readonly speak: Speak;
}

/** A target with hostile connections, before any request comes over them: a server of its own. */
export interface ServingRow extends Row {
  readonly scheme: 'http' | 'https';
  /** The authority to trust, in PEM. */
  readonly ca?: string;
  readonly serve: (honest: Honest) => Server;
}

export type HostileRow = SpeakingRow | ServingRow;
