import type { Fault } from '../fault.js';
import { inTurn } from '../intercept/intercept-operation.js';
import { conditions } from './conditions.js';
import { type Candidate, isVisible } from './exclusions.js';
import { allShownSites, sentSites } from './sites/field-sites.js';
import { itemMistakes } from './mistakes/item-mistakes.js';
import { listMistakes } from './mistakes/list-mistakes.js';
import { itemSites, listSites, parameterSites } from './sites/list-sites.js';
import type { When } from './mistakes/mistake.js';
import { parameterMistakes } from './mistakes/filter-mistakes.js';
import { sentMistakes } from './mistakes/sent-mistakes.js';
import { shownMistakes } from './mistakes/shown-mistakes.js';
import type { FaultSite } from './sites/fault-site.js';

/** A fault of the space: what goes wrong, where and when. */
export interface Point extends Fault, Candidate {}

/** What the id of every point begins with. */
export const SPACE = 'space:';

const sites: readonly FaultSite[] = [...sentSites, ...allShownSites, ...parameterSites, ...listSites, ...itemSites];
const mistakes = [...sentMistakes, ...shownMistakes, ...parameterMistakes, ...listMistakes, ...itemMistakes];

/** The whole product, before anything is excluded. */
export const toCandidates = (): readonly Candidate[] =>
  sites.flatMap((site) =>
    mistakes
      .filter((mistake) => mistake.fits(site))
      .flatMap((mistake) =>
        conditions.filter((condition) => condition.fits(site)).map((condition) => ({ site, mistake, condition })),
      ),
  );

let made: readonly Point[] | undefined;

/** Every point of the space; made when first asked for, since most commands need none. */
export const faultSpace = (): readonly Point[] => (made ??= toCandidates().filter(isVisible).map(toPoint));

/** The point with this id. */
export const findPoint = (id: string): Point | undefined =>
  id.startsWith(SPACE) ? faultSpace().find((point) => point.id === id) : undefined;

function toPoint({ site, mistake, condition }: Candidate): Point {
  const words = condition.words(site);
  return {
    id: `${SPACE}${site.id}/${mistake.id}/${condition.id}`,
    ...site.about,
    level: 'MUST',
    statement: `${site.subject} ${mistake.does(site)}${words === '' ? '' : `, ${words}`}.`,
    site,
    mistake,
    condition,
    create(_, view) {
      const { watch, call = always, value = always } = condition.create(site, view);
      const when: When = { call, value };
      const intercept = mistake.create({ site, view, when });
      return watch ? inTurn(watch, intercept) : intercept;
    },
  };
}

const always = (): boolean => true;
