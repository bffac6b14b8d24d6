import { element, toDocument } from '../../reports/formats/markup.js';
import { type Comparison, failingOf } from '../findings/comparison-result.js';
import type { Finding } from '../findings/finding.js';
import { isAllRead, toReadingSentences } from '../findings/partial-reading.js';
import { toDetailLines, toExtent, toTitle } from './comparison-text.js';

/** A comparison as JUnit XML: each finding is a case, and where there is none, that is the one case that passed. */
export function toComparisonJunit(comparison: Comparison): string {
  const { findings, reading } = comparison;
  const failing = new Set(failingOf(comparison));
  const counts = { tests: Math.max(1, findings.length), failures: failing.size, errors: 0 };
  const skipped = findings.length - failing.size;
  const cases = findings.map((finding) => toCase(finding, failing.has(finding)));
  const none = element('testcase', { classname: 'calproof.compare', name: toPassedName(comparison) });
  const said = reading ? [element('system-out', {}, toReadingSentences(reading).join('\n'))] : [];
  const content = [...(cases.length > 0 ? cases : [none]), ...said];
  const suite = element('testsuite', { name: 'compare', ...counts, skipped }, content);
  return toDocument(element('testsuites', { name: 'calproof', ...counts }, [suite]));
}

const toPassedName = ({ a, b, reading }: Comparison): string =>
  `${b.name} does not differ from ${a.name}${reading && !isAllRead(reading) ? ' in what was read' : ''}`;

function toCase(finding: Finding, isFailing: boolean) {
  const message = `${toTitle(finding)}, ${toExtent(finding)}`;
  const text = [...toDetailLines(finding), ...(finding.curl === undefined ? [] : [finding.curl])];
  const result = isFailing
    ? element('failure', { message, type: finding.class }, text.join('\n') || message)
    : element('skipped', { message: `${finding.class}: ${message}` });
  return element('testcase', { classname: `calproof.compare.${finding.class}`, name: toTitle(finding) }, [result]);
}
