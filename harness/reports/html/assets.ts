import { readFileSync } from 'node:fs';
import { packageFile } from '../../package-file.js';

/** The CSS and JavaScript that the pages come with, as text. */
export interface PageAssets {
  readonly style: string;
  readonly script: string;
}

const read = (name: string): string => readFileSync(packageFile(`harness/reports/html/${name}`), 'utf8');

/** They are source files of their own, which the package holds as they are: the same text on every machine. */
export const readPageAssets = (): PageAssets => ({ style: read('style.css'), script: read('client.js') });
