/** The style of the page of a proof; it follows the reader's colour scheme. */
export const proofStyle = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 100rem; margin: 2rem auto; padding: 0 1rem; }
pre, code { font-family: ui-monospace, monospace; font-size: 0.85rem; }
pre { white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.6rem; border-top: 1px solid #8884; }
p.good { color: #0a6b2d; font-weight: 600; } p.bad { color: #b00020; font-weight: 600; }
tr.bad { background: #b0002022; } tr.bad td:first-child::before { content: '✗ '; } tr.good td:first-child::before { content: '✓ '; }
svg { display: block; max-width: 100%; height: auto; background: #8881; } svg rect { fill: currentColor; }
@media (prefers-color-scheme: dark) { p.good { color: #5fd38d; } p.bad { color: #ff8a9b; } }
`;
