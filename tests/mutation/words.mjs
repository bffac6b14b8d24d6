import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/**
 * Leaves the words of a refusal alone: sentences, and the codes that stand beside them. The interface says nothing of
 * either (`gap.errors.format`), so no suite may judge them, and what nobody may judge proves nothing.
 */
const words = {
  shouldIgnore({ node, parent }) {
    if (isSentence(textOf(node))) return 'a sentence in a refusal';
    return textOf(node) !== undefined && isCode(parent) ? 'the code of a refusal' : undefined;
  },
};

/** The fixed text of a literal; undefined for anything else. */
function textOf(node) {
  if (node.type === 'StringLiteral') return node.value;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.raw).join('…');
  return undefined;
}

/** Two words with a blank between them, and no header's `name=value`. */
const isSentence = (text = '') => /[a-z]+ [a-z]+/i.test(text) && !text.includes('=');

/** `code: '…'`, or `badRequest('…', …)`. */
const isCode = (parent) =>
  (parent.type === 'ObjectProperty' && parent.key.name === 'code') ||
  (parent.type === 'CallExpression' && parent.callee.name === 'badRequest');

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'words', words)];
