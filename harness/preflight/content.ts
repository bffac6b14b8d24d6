import { decodeBody } from '../content-coding.js';
import { headerValue, type WireResponse } from '../exchange.js';
import type { Diagnosis } from './diagnosis.js';
import { basicLogin, bearerLogin } from './login.js';

/** Says why the content of an answer is not JSON; undefined when it is. */
export function diagnoseContent(response: WireResponse, url: string): Diagnosis | undefined {
  const octets = decodeBody(response);
  if (!octets) return toCoded(response, url);
  const text = Buffer.from(octets)
    .toString()
    .replace(/^\uFEFF/, '')
    .trim();
  if (text === '') return toBlank(response, url);
  return isJson(text) ? undefined : diagnoseText(text, response, url);
}

const toCoded = ({ headers }: WireResponse, url: string): Diagnosis => ({
  seen: `${url} answers in a coding that cannot be undone (${headerValue(headers, 'content-encoding')}).`,
  advice: 'Switch compression off there.',
});

const toBlank = ({ status }: WireResponse, url: string): Diagnosis => ({
  seen: `${url} answers ${status} with a blank page.`,
  advice: 'Look into its error log: a crash often leaves one.',
});

function diagnoseText(text: string, { headers }: WireResponse, url: string): Diagnosis {
  const type = headerValue(headers, 'content-type') ?? 'no type';
  if (/html/i.test(type) || text.startsWith('<')) return toHtml(text, url);
  return /json/i.test(type)
    ? { seen: `${url} answers with broken JSON.`, advice: 'Look at the answer with curl, and into its error log.' }
    : {
        seen: `${url} does not answer with JSON (${type}).`,
        advice: 'Check that this is the address of the REST root.',
      };
}

function toHtml(html: string, url: string): Diagnosis {
  const title = /<title[^>]*>\s*([^<]{1,80}?)\s*</i.exec(html)?.[1] ?? '';
  const page = title === '' ? 'an HTML page' : `an HTML page, "${title}"`;
  const login = /log[\s-]?in|sign[\s-]?in/i.test(`${url} ${title}`);
  return {
    seen: `${url} answers with ${page}, not with JSON.`,
    advice: login
      ? `It may need a login: give one with ${basicLogin} or ${bearerLogin}.`
      : 'Give the REST root, as in https://example.org/wp-json, not a page of the site.',
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
