import { toJsonText } from '../../wire/printable.js';
import { toRunPage } from '../html/run-page.js';
import type { RunReport } from '../run-report-schema.js';
import { toAgent } from './agent.js';
import { toBadge, toShields } from './badge.js';
import { toCtrf } from './ctrf.js';
import { toGithub } from './github.js';
import { toHar } from './har.js';
import { toJunit } from './junit.js';
import { toMarkdown } from './markdown.js';
import type { ReportContext, ReportFormat } from './report-formats.js';
import { toSignedStatement } from './signed-statement.js';
import { toStatement } from './statement.js';

/** Renders a run report in another format. */
type ToReport = (report: RunReport, context?: ReportContext) => string;

/** The renderer of each format. */
export const reports: Readonly<Record<ReportFormat, ToReport>> = {
  json: toJsonText,
  html: toRunPage,
  junit: toJunit,
  ctrf: toCtrf,
  markdown: toMarkdown,
  github: toGithub,
  har: toHar,
  badge: toBadge,
  shields: toShields,
  statement: (report, { signingKey } = {}) =>
    signingKey ? toSignedStatement(report, signingKey) : toStatement(report),
  agent: toAgent,
};
