import { type CredentialOptions, toHeaderOption } from './credentials.js';
import { wrongUse } from './command-error.js';
import { type FlagGroups, toRepeated } from './flag.js';
import { toMilliseconds } from './option-values.js';
import { type SecretSource, toSecretSource } from './secrets.js';

/** How a command reaches a target and as whom, as commander hands it over. */
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
  'Who asks, and how:': [
    { flags: '--basic <source>', says: 'user:password from env:VARIABLE, file:PATH or cmd:COMMAND' },
    { flags: '--bearer <source>', says: 'a token from env:VARIABLE, file:PATH or cmd:COMMAND' },
    {
      flags: '--header <field>',
      says: "'Name: value', or a source that gives one (repeatable)",
      read: toRepeated((text) => text),
    },
    { flags: '--ca <file>', says: 'trust the certificates in this PEM file' },
    { flags: '--insecure', says: 'trust any certificate' },
    { flags: '--cert <file>', says: 'show the client certificate in this PEM file to a target that asks for one' },
    { flags: '--key <file>', says: 'its private key, where it is not in the same file' },
    {
      flags: '--proxy <url>',
      says: 'go through this proxy; env takes it from HTTPS_PROXY, HTTP_PROXY and NO_PROXY',
    },
    {
      flags: '--timeout <duration>',
      says: 'how long to wait for an answer',
      read: toMilliseconds,
      fallback: { value: 10_000, words: '10s' },
    },
  ],
};

/** Reads who asks. Throws a wrong use for a secret that is given literally. */
export const toCredentialOptions = ({ basic, bearer, header = [] }: ConnectionFlags): CredentialOptions => ({
  ...(basic !== undefined && { basic: toSource('--basic', basic) }),
  ...(bearer !== undefined && { bearer: toSource('--bearer', bearer) }),
  headers: header.map(toHeaderOption),
});

function toSource(option: string, text: string): SecretSource {
  const source = toSecretSource(text);
  if (source) return source;
  throw wrongUse(`${option} takes no literal secret; write ${option} env:VARIABLE, file:PATH or cmd:COMMAND.`);
}
