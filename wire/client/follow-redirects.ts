import { type Interceptor, isSafe } from '../exchange.js';
import { MAX_HOPS, redirectTarget } from '../link.js';

/** How redirects are followed. */
interface FollowOptions {
  /** Whether a target may be asked, by its origin-form. */
  readonly follows: (target: string) => boolean;
  /** Called before each hop; false returns the redirect as it is. */
  readonly mayRepeat: () => Promise<boolean>;
}

/** The redirects that one request was sent on by. */
interface Following {
  readonly intercept: Interceptor;
  /** The targets that it was sent on to, in order, if there was any. */
  followed(): { readonly followed?: readonly string[] };
}

/**
 * Sends a request that only reads on to where its target redirects it, as any client would (RFC 9110 section 15.4); a
 * redirect out of what may be asked, or beyond the most hops, is the outcome itself. The given origin is kept.
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
