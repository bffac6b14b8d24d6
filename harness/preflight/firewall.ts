import { headerValue, type WireResponse } from '../exchange.js';
import type { Page } from './page.js';

/** Statuses that firewalls block with. */
const BLOCKS = [403, 405, 406, 409, 418, 429, 501, 503, 999];

/** What the block and challenge pages of common firewalls say of themselves. */
const blocked =
  /access denied|access to this (page|site|resource) (is|has been)|\bblocked\b|firewall|not acceptable|mod_?security|request unsuccessful|incident id|requested url was rejected|security (check|service|policy|rule)|unusual traffic|automated (requests|queries)|are you (a )?(human|robot)|ddos/i;
const challenge =
  /just a moment|attention required|captcha|checking your browser|verify(ing)? (that )?you are (a )?human/i;

/** Whether a page is what a firewall shows in place of an answer. */
export function readsLikeFirewall({ status, headers }: WireResponse, { title, start }: Page): boolean {
  if (headerValue(headers, 'cf-mitigated') !== undefined) return true;
  if (headerValue(headers, 'x-amzn-waf-action') !== undefined) return true;
  if (BLOCKS.includes(status)) return blocked.test(start) || challenge.test(start);
  // A page that is answered well may hold any word; only its title says what it is.
  return challenge.test(title);
}
