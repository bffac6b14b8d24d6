import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // A page in one file has its style and its script within it.
    'no-inline-style': 'error',
    'require-sri': 'off',
    'require-csp-nonce': 'off',
    'long-title': 'off',
    // Filters hold at once: there is nothing to submit.
    'wcag/h32': 'off',
  },
});

/** What a validator of HTML has to say against a page: rule, line and message of each. */
export async function problemsOf(page: string): Promise<readonly string[]> {
  const { results } = await validator.validateString(page);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, line, message }) => `${line} ${ruleId}: ${message}`),
  );
}
