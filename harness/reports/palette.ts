import picocolors from 'picocolors';

/** The few ways in which a report sets text apart; each leaves the text itself unchanged. */
export interface Palette {
  readonly strong: (text: string) => string;
  readonly quiet: (text: string) => string;
  readonly passed: (text: string) => string;
  readonly failed: (text: string) => string;
  readonly doubtful: (text: string) => string;
  readonly badge: (text: string) => string;
}

/** A palette for a terminal, or for plain text when not `coloured`. */
export function createPalette(coloured: boolean): Palette {
  const { bold, dim, green, red, yellow, inverse } = picocolors.createColors(coloured);
  return {
    strong: bold,
    quiet: dim,
    passed: green,
    failed: red,
    doubtful: yellow,
    badge: (text) => (coloured ? red(bold(inverse(` ${text} `))) : text),
  };
}

/** How a report is set: its palette and the width of a line in characters. */
export interface Setting {
  readonly palette: Palette;
  readonly width: number;
}
