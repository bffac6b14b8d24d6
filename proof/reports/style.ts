/** What the page of a proof adds to the style of our pages. */
export const proofStyle = `
.proof h1 { margin-block: 1.5rem 0.75rem; font-size: 1.75rem; color: var(--ink); }
.proof h2 { margin-block: 2rem 0.5rem; }
.proof table { width: 100%; }
.proof td:first-child { min-width: min(16rem, 40vw); overflow-wrap: anywhere; }
.proof ul { margin-block: 0.5rem 1rem; padding-left: 1.25rem; }
.proof td { min-width: 8rem; }
p.good, p.bad { color: var(--tone); font-weight: 600; }
.good { --tone: var(--passed); } .bad { --tone: var(--failed); }
tr.bad { background: var(--failed-paper); }
tr.bad td:first-child::before { content: '✗ '; } tr.good td:first-child::before { content: '✓ '; }
.proof svg { display: block; max-width: 100%; height: auto; background: var(--raised); } .proof svg rect { fill: currentColor; }
`;
