/** Why a mutant may survive; the last is work to do. */
export const classes = {
  equivalent: 'No request can distinguish the mutant from the server.',
  speed: 'It only makes the server slower or larger.',
  silent: 'The interface leaves it open: another service may do just this, so no requirement may blame it.',
  role: 'It is about what others than the asking identity may do; the interface leaves permissions open.',
  setup: 'It is about starting, stopping or protecting the process, which no answer shows.',
  open: 'A requirement ought to kill it, and none does yet.',
};

/** The text of the line that a mutant begins on. */
const lineOf = ({ source }, { location }) => (source.split('\n')[location.start.line - 1] ?? '').trim();

const fits = (entry, survivor) =>
  entry.file === survivor.file &&
  (entry.line === undefined || entry.line === survivor.line) &&
  (entry.replacement === undefined || entry.replacement === survivor.replacement);

const closeness = ({ line, replacement }) => Number(line !== undefined) + Number(replacement !== undefined);

/** Stryker reports the mutants of a file in the order in which they were judged, which is another in every run. */
const byPlace = ({ location: { start: a }, ...one }, { location: { start: b }, ...other }) =>
  a.line - b.line || a.column - b.column || nameOf(one).localeCompare(nameOf(other), 'en');

const nameOf = ({ mutatorName, replacement = '' }) => `${mutatorName} ${replacement}`;

/**
 * The survivors of a report, each with the closest entry that explains it, and the entries that explain none. An entry
 * names a file, and perhaps the text of a line in it, and perhaps what stands there in the mutant.
 */
export function explainSurvivors({ files }, entries) {
  const survivors = Object.entries(files).flatMap(([file, content]) =>
    content.mutants
      .filter(isSurvivor)
      .toSorted(byPlace)
      .map((mutant) => ({ ...mutant, file, line: lineOf(content, mutant) })),
  );
  const explained = survivors.map((survivor) => {
    const [entry] = entries.filter((one) => fits(one, survivor)).toSorted((a, b) => closeness(b) - closeness(a));
    return { ...survivor, entry };
  });
  const used = new Set(explained.map(({ entry }) => entry));
  return { survivors: explained, stale: entries.filter((entry) => !used.has(entry)) };
}

export const isKilled = ({ status }) => status === 'Killed' || status === 'Timeout';
export const isCounted = ({ status }) => status !== 'Ignored';
const isSurvivor = (mutant) => isCounted(mutant) && !isKilled(mutant);
