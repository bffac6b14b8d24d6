/**
 * Makes a checkout fit for a registry: names the repository that it is released from in package.json, which provenance
 * requires, and makes the links and pictures of README.md absolute. Takes both from the variables of a GitHub workflow.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const { GITHUB_SERVER_URL = 'https://github.com', GITHUB_REPOSITORY, GITHUB_REF_NAME } = process.env;
if (!GITHUB_REPOSITORY || !GITHUB_REF_NAME) throw new Error('GITHUB_REPOSITORY and GITHUB_REF_NAME are required.');
const home = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;

const about = JSON.parse(readFileSync('package.json', 'utf8'));
const origin = {
  repository: { type: 'git', url: `git+${home}.git` },
  homepage: `${home}#readme`,
  bugs: `${home}/issues`,
};
writeFileSync('package.json', `${JSON.stringify({ ...about, ...origin }, null, 2)}\n`);

/** A picture is fetched as it is, all else is shown. */
const toAbsolute = (_, mark, text, path) =>
  `${mark}[${text}](${home}/${mark === '!' ? 'raw' : 'blob'}/${GITHUB_REF_NAME}/${path})`;
const readme = readFileSync('README.md', 'utf8');
writeFileSync('README.md', readme.replace(/(!?)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)/g, toAbsolute));
