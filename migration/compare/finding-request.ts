import { byId, itemPath } from '../../adapter/reading/paths.js';
import { toCurl } from '../../wire/curl.js';
import type { Finding } from '../findings/finding.js';
import type { SnapshotHeader } from '../snapshot/snapshot-header.js';

/** The headers of the two that are compared. */
interface Headers {
  readonly a: SnapshotHeader;
  readonly b: SnapshotHeader;
}

/** A finding with a request that shows it: the first example as it is now, or where it was when it is gone. */
export function withCurl(finding: Finding, { a, b }: Headers): Finding {
  const [example] = finding.examples;
  const [side, record] = example?.after ? [b, example.after] : [a, example?.before];
  if (!example || !record || finding.curl !== undefined) return finding;
  const target = `${pathOf(side)}${itemPath(example.collection, byId(record))}`;
  const request = { method: 'GET', target, headers: [] };
  return { ...finding, curl: toCurl({ request }, { origin: new URL(side.url).origin }) };
}

const pathOf = ({ url, namespace }: SnapshotHeader): string =>
  `${new URL(url).pathname.replace(/\/$/, '')}/${namespace}`;
