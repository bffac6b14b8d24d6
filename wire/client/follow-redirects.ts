import { type Interceptor, isSafe } from '../exchange.js';
import { MAX_HOPS, redirectTarget } from '../link.js';

/** How redirects are followed. */
interface FollowOptions {
  /** Whether a target may be requested, by its origin-form. */
  readonly follows: (target: string) => boolean;
  /** Called before each hop; false returns the redirect as it is. */
  readonly mayRepeat: () => Promise<boolean>;
}

/** What follows the redirects of one request. */
interface Following {
  readonly intercept: Interceptor;
  /** The targets of the redirects that were followed, in order; absent if there were none. */
  followed(): { readonly followed?: readonly string[] };
}

/**
 * Follows the redirects of a request that only reads, as any client does (RFC 9110 section 15.4), but always at the given
 * origin. A redirect to a target that may not be requested, or after the most hops, is the outcome itself.
 */
export function createFollowing({ follows, mayRepeat }: FollowOptions): Following {
  let followed: string[] = [];
  return {
    async intercept(request, next) {
      followed = [];
      let outcome = await next(request);
      while (isSafe(request.method) && followed.length < MAX_HOPS) {
        const target = redirectTarget(outcome, followed.at(-1) ?? request.target);
        if (target === undefined || !follows(target) || !(await mayRepeat())) return outcome;
        followed.push(target);
        outcome = await next({ ...request, target });
      }
      return outcome;
    },
    followed: () => (followed.length > 0 ? { followed } : {}),
  };
}
