import type { Option } from 'commander';
import { type ValueShape, shapeOf } from '../value-shape.js';

/** An option as a configuration file writes it. */
export interface ConfigKey {
  readonly name: string;
  /** What commander calls the option. */
  readonly attribute: string;
  /** As on the command line: `--max-requests <number>`. */
  readonly flags: string;
  readonly says: string;
  readonly shape: ValueShape;
  readonly kind: 'switch' | 'value' | 'names';
  /** What a relative path in it starts from: the folder of the file. */
  readonly holdsPath: boolean;
  /** Where a secret comes from. */
  readonly isSecret: boolean;
}

/** Options that make no sense in a file, and those that it calls by another name. */
const left = ['config', 'watch'];
const renamed: Readonly<Record<string, string>> = { report: 'reports', identity: 'identities' };
const secrets = ['basic', 'bearer', 'identity'];

/** The keys of a configuration: the options of a command, in camel case. */
export const toConfigKeys = (options: readonly Option[]): readonly ConfigKey[] =>
  options.filter((option) => !left.includes(option.attributeName())).map(toKey);

function toKey(option: Option): ConfigKey {
  const attribute = option.attributeName();
  return {
    name: renamed[attribute] ?? attribute,
    attribute,
    flags: option.flags,
    says: option.description,
    shape: shapeOf(option.parseArg),
    kind: attribute === 'identity' ? 'names' : option.isBoolean() ? 'switch' : 'value',
    holdsPath: /<(file|folder|path)>/.test(option.flags),
    isSecret: secrets.includes(attribute),
  };
}
