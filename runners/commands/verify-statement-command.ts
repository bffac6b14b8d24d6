import type { ExitCode } from '../../reports/conclusion.js';
import { verifyStatement } from '../../reports/formats/signed-statement.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { toPrintableLine } from '../../wire/printable.js';
import { wrongUse } from '../input/command-error.js';
import { type Environment, writeLines } from '../input/environment.js';
import { readJsonFile } from '../input/json-file.js';
import { readPublicKey } from '../input/signing-key.js';

export interface VerifyStatementFlags {
  /** The file of the public key. */
  readonly key: string;
}

/** Says whether a statement was signed with a key and is unchanged, and what it states. */
export async function verifySignedStatement(
  path: string,
  { key }: VerifyStatementFlags,
  environment: Environment,
): Promise<ExitCode> {
  const publicKey = await readPublicKey(key, environment);
  const verified = verifyStatement(await readJsonFile(path, environment), publicKey);
  if (!verified) throw wrongUse(`${path} is not signed; calproof check --sign SOURCE --report statement=FILE signs.`);
  const { stdout } = environment;
  if (verified.kind === 'valid') writeLines(stdout, toLines(path, verified.statement, verified.keyId));
  else writeLines(stdout, [toPrintableLine(`${path} is not what the owner of ${key} signed: ${verified.why}.`)]);
  return verified.kind === 'valid' ? 0 : 1;
}

/** A signed text is that of its author, and may still hold what a target said. */
function toLines(path: string, { target, run, suite, conclusion }: JsonObject, keyId: string): readonly string[] {
  const version = memberOf(target, 'version');
  return [
    `${path} is signed with the key ${keyId} and unchanged.`,
    `Target     ${memberOf(target, 'url')}/${memberOf(target, 'namespace')}${version && `, version ${version}`}`,
    `Run        ${memberOf(run, 'started')}, ${memberOf(run, 'effort')}, seed ${memberOf(run, 'seed')}, calproof ${memberOf(suite, 'version')}`,
    `States     ${memberOf(conclusion, 'sentence')}`,
  ].map(toPrintableLine);
}

/** A member as text; an empty one where there is none. */
function memberOf(value: JsonValue | undefined, name: string): string {
  const member = isJsonObject(value) ? value[name] : undefined;
  return typeof member === 'string' ? member : JSON.stringify(member ?? '').replaceAll('"', '');
}
