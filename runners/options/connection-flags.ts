import { ANONYMOUS, DEFAULT_IDENTITY } from '../../wire/client/authentication.js';
import { wrongUse } from '../input/command-error.js';
import { type CredentialOptions, toHeaderOption } from '../input/credentials.js';
import { type SecretSource, toSecretSource } from '../input/secrets.js';
import { type FlagGroups, toMilliseconds, toRepeated } from './flags.js';

/** How a command reaches a target, and as which identity, as commander parses it. */
export interface ConnectionFlags {
  readonly header?: readonly string[];
  readonly basic?: string;
  readonly bearer?: string;
  readonly insecure?: boolean;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly proxy?: string;
  readonly timeout: number;
}

export const connectionFlags: FlagGroups = {
  'Connection:': [
    { flags: '--basic <source>', says: 'user:password from env:VARIABLE, file:PATH or cmd:COMMAND' },
    { flags: '--bearer <source>', says: 'a token from env:VARIABLE, file:PATH or cmd:COMMAND' },
    {
      flags: '--header <field>',
      says: "'Name: value', or a source of one (repeatable)",
      read: toRepeated((text) => text),
    },
    { flags: '--ca <file>', says: 'trust the certificates in this PEM file' },
    { flags: '--insecure', says: 'trust any certificate' },
    { flags: '--cert <file>', says: 'present the client certificate in this PEM file to a target that requests one' },
    { flags: '--key <file>', says: 'private key of the client certificate, when it is in another file' },
    {
      flags: '--proxy <url>',
      says: 'use this proxy; env reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY',
    },
    {
      flags: '--timeout <duration>',
      says: 'how long to wait for a response',
      read: toMilliseconds,
      fallback: { value: 10_000, words: '10s' },
    },
  ],
};

/** Reads the credentials. Throws a wrong use for a literal secret. */
export const toCredentialOptions = ({ basic, bearer, header = [] }: ConnectionFlags): CredentialOptions => ({
  ...(basic !== undefined && { basic: toSource('--basic', basic) }),
  ...(bearer !== undefined && { bearer: toSource('--bearer', bearer) }),
  headers: header.map(toHeaderOption),
});

/** Reads where a secret comes from. Throws a wrong use for a literal one. */
export function toSource(option: string, text: string): SecretSource {
  const source = toSecretSource(text);
  if (source) return source;
  throw wrongUse(`${option} does not accept a literal secret; write ${option} env:VARIABLE, file:PATH or cmd:COMMAND.`);
}

/** An identity as given on the command line: its name, and the source of its credentials. */
export interface IdentityOption {
  readonly name: string;
  readonly source: SecretSource;
}

const NAME = /^[a-z][\w.-]*$/i;

/** Reads `NAME=SOURCE`. The wrong use that it throws never quotes what may be a secret. */
const toIdentityOptionOf =
  (flag: string) =>
  (text: string): IdentityOption => {
    const at = text.indexOf('=');
    const [name, rest] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
    if (!NAME.test(name)) {
      throw wrongUse(
        `Write an identity as NAME=SOURCE, such as ${flag} reader=env:READER; a name starts with a letter.`,
      );
    }
    const source = toSecretSource(rest);
    if (source) return { name, source };
    throw wrongUse(
      `${flag} ${name} does not accept a literal secret; write ${flag} ${name}=env:VARIABLE, file:PATH or cmd:COMMAND.`,
    );
  };

/** Reads an identity to compare with that of the run. */
export function toIdentityOption(text: string): IdentityOption {
  if (text.startsWith(`${ANONYMOUS}=`)) {
    throw wrongUse(
      `--identity ${ANONYMOUS} is not needed: requests without credentials are always compared with those of the ${DEFAULT_IDENTITY} identity.`,
    );
  }
  return toIdentityOptionOf('--identity')(text);
}

/** An identity to read as; without a source it is whoever is not logged in. */
export type ReaderOption = IdentityOption | { readonly name: typeof ANONYMOUS; readonly source?: undefined };

/** Reads `anonymous` or `NAME=SOURCE`. */
export function toReaderOption(text: string): ReaderOption {
  if (text === ANONYMOUS) return { name: ANONYMOUS };
  if (text.startsWith(`${ANONYMOUS}=`)) throw wrongUse(`Write --as ${ANONYMOUS} alone: it has no credentials.`);
  if (text === DEFAULT_IDENTITY || text.startsWith(`${DEFAULT_IDENTITY}=`))
    throw wrongUse(`--as ${DEFAULT_IDENTITY} is not needed: --basic, --bearer and --header are of that identity.`);
  return toIdentityOptionOf('--as')(text);
}
