import { ANONYMOUS, DEFAULT_IDENTITY } from '../../wire/client/authentication.js';
import { wrongUse } from '../input/command-error.js';
import { type CredentialOptions, toHeaderOption } from '../input/credentials.js';
import { type SecretSource, toSecretSource } from '../input/secrets.js';
import { type FlagGroups, toMilliseconds, toRepeated } from './flags.js';

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

/** An identity as given on the command line: its name, and where what proves it comes from. */
export interface IdentityOption {
  readonly name: string;
  readonly source: SecretSource;
}

const NAME = /^[a-z][\w.-]*$/i;

/** Reads `NAME=SOURCE`. Throws a wrong use, which does not tell what may be a secret. */
export function toIdentityOption(text: string): IdentityOption {
  const at = text.indexOf('=');
  const [name, rest] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  if (!NAME.test(name)) {
    throw wrongUse(
      'An identity is written NAME=SOURCE, like --identity reader=env:READER; a name starts with a letter.',
    );
  }
  if (name === ANONYMOUS) {
    throw wrongUse(
      `--identity ${ANONYMOUS} is not needed: whoever proves nothing is always compared with the ${DEFAULT_IDENTITY} identity.`,
    );
  }
  const source = toSecretSource(rest);
  if (source) return { name, source };
  throw wrongUse(
    `--identity ${name} takes no literal secret; write --identity ${name}=env:VARIABLE, file:PATH or cmd:COMMAND.`,
  );
}
