/** What a target may say to harm whoever reads of it: a terminal, a browser, a table, a parser. */
export const attacks: readonly string[] = [
  '<script>alert(1)</script>',
  '</script><img src=x onerror=alert(1)>',
  ']]><x/><!--',
  '"><svg onload=alert(1)>',
  '&lt;&amp;&#0;&bogus;',
  '\u001b[2J\u001b[31mred\u001b]0;title\u0007',
  '\u009b31m\u0090x\u009c',
  '\r\n::error title=forged::forged\n::stop-commands::x\n##[error]forged',
  '\u202egnp.exe\u2066\u200f\u200b\ufeff',
  'nul \u0000 and \u0001 \u0008 \u000b \u007f',
  '\ufffe\uffff\u{1ffff}',
  'lone \ud800 and \udfff halves',
  '\u2028line\u2029paragraph',
  '=HYPERLINK("http://127.0.0.1","x")',
  '+1+cmd|/c calc!A0',
  '```\n# heading\n</details>\n[x](javascript:alert(1)) @everyone #1 <http://a.example>',
  "'; DROP TABLE events; -- $(reboot) `reboot`",
  '%0A%25%3A{{7*7}}${7*7}',
  '__proto__',
  '\u017ftrong \u212aelvin',
];

/** A text with everything in it, of at least so many characters. */
export const attackOf = (length: number): string => {
  const all = attacks.join(' ');
  return all.repeat(Math.ceil(length / all.length));
};
