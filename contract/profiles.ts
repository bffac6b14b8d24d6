/**
 * Who promises what: `core` is stated by the interface, `coherence` is agreement with oneself, `http` is RFC 9110 and
 * its neighbours, `drift` is agreement with what was learned of the target before, `reference` are the decisions of our
 * own server, which nobody else promises.
 */
export const profiles = {
  core: { judgedByDefault: true, statement: 'What the interface states.' },
  coherence: { judgedByDefault: true, statement: 'A target does not contradict itself.' },
  http: { judgedByDefault: true, statement: 'The rules of HTTP that every service keeps.' },
  drift: { judgedByDefault: true, statement: 'A target is as it was pinned with --target-profile.' },
  reference: {
    judgedByDefault: false,
    statement: 'The decisions of the reference server where the interface is silent.',
  },
} as const;

/** The name of a profile. */
export type Profile = keyof typeof profiles;

/** The profiles that are judged where nothing else is said. */
export const defaultProfiles: readonly Profile[] = ['core', 'coherence', 'http', 'drift'];
