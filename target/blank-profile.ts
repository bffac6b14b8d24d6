import { toChoices } from './alternatives.js';
import { statedForms } from './body-forms.js';
import type { Site, TargetProfile } from './profile.js';

/** What is known of a target of which nothing is known but its address. */
export const blankProfile = ({ root, namespace, languageParameter }: Site): TargetProfile => ({
  root,
  namespace,
  languageParameter,
  shapes: {},
  choices: toChoices(new Map()),
  evidence: new Map(),
  listStyle: 'csv',
  flagStyle: 'words',
  bodyForms: statedForms,
  draftedUnlessSent: [],
  accepted: { author: [], image: [], status: [] },
  pageSize: 50,
  fullest: {},
  lacks: new Map(),
  identities: [],
  facts: [],
});
