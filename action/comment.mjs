/**
 * Keeps one comment on the pull request of a workflow: writes it in the first run and replaces it in the later ones. What
 * GitHub refuses (a fork has no right to write) is a warning, and fails nothing.
 */
import { existsSync, readFileSync } from 'node:fs';

const { TOKEN = '', FILE = '', TITLE = '', GITHUB_EVENT_PATH = '', GITHUB_REPOSITORY, GITHUB_API_URL } = process.env;

/** By this a comment of the same target is found again; GitHub does not show it. No login of a URL is in it. */
const mark = `<!-- calproof ${TITLE.replace(/\/\/[^/]*@/, '//').replaceAll(/[^\w.:/]/g, '_')} -->`;

/** The most characters of a comment. */
const LONGEST = 65_536;
const CUT = '\n\nThe rest is in the reports of the run.\n';

async function api(method, path, body) {
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, accept: 'application/vnd.github+json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${method} ${path}`);
  return response.json();
}

/** The comment of an earlier run; undefined where there is none. */
async function findComment(number) {
  for (let page = 1; ; page += 1) {
    const comments = await api('GET', `/issues/${number}/comments?per_page=100&page=${page}`);
    const found = comments.find(({ body = '' }) => body.startsWith(mark));
    if (found || comments.length < 100) return found;
  }
}

/** A comment that is too long loses its end, and with it the fences and folds that are open there. */
function toBody(text) {
  const body = `${mark}\n${text}`;
  if (body.length <= LONGEST) return body;
  const cut = body.slice(0, LONGEST - 1_000);
  const whole = cut.slice(0, cut.lastIndexOf('\n<details>'));
  return `${(whole.length > mark.length ? whole : mark).trimEnd()}${CUT}`;
}

async function comment() {
  const event = existsSync(GITHUB_EVENT_PATH) ? JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8')) : {};
  const number = event.pull_request?.number;
  if (number === undefined || !existsSync(FILE)) return;
  const body = toBody(readFileSync(FILE, 'utf8'));
  const found = await findComment(number);
  if (found) await api('PATCH', `/issues/comments/${found.id}`, { body });
  else await api('POST', `/issues/${number}/comments`, { body });
}

await comment().catch(({ message }) => {
  console.log(`::warning title=calproof::The comment on the pull request was not written: ${message}.`);
});
