import { DEFAULT_IDENTITY } from '../../harness/default-identity.js';
import { wrongUse } from '../command-error.js';
import { type SecretSource, toSecretSource } from '../secrets.js';
import { ANONYMOUS } from '../../harness/anonymous.js';

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
