import type { JsonObject } from '../../harness/json.js';

/** Options by a name, for services of one make. What a configuration file writes under `presets` is of the same kind. */
export const presets: Readonly<Record<string, JsonObject>> = {
  'the-events-calendar': {
    namespace: 'tribe/events/v1',
    // That of WPML, the extension which makes it multilingual.
    languageParameter: 'wpml_language',
    login:
      'WordPress takes application passwords, not the one of the login page: make one under Users, Profile, Application Passwords, and give it with --basic env:VARIABLE, where the variable holds user:password',
  },
};
