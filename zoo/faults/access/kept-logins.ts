import { headerValue, type HeaderPairs, type WireRequest } from '../../../wire/exchange.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';

const loginOf = ({ headers }: WireRequest): string => headerValue(headers, 'authorization') ?? '';

const partsOf = (login: string): readonly [user: string, password: string] => {
  const text = Buffer.from(login.replace(/^Basic /i, ''), 'base64').toString('latin1');
  const [user = '', ...password] = text.split(':');
  return [user, password.join(':')];
};

interface Mistake {
  readonly id: string;
  readonly statement: string;
  /** Whether a password is taken for the right one. */
  readonly accepts: (given: string, right: string) => boolean;
}

const mistakes: readonly Mistake[] = [
  {
    // Who a login is of is kept by the name alone, to save the slow comparison of passwords.
    id: 'service.login-kept-by-name',
    statement: 'Once a user has logged in, any password of that user is accepted.',
    accepts: () => true,
  },
  {
    id: 'service.login-password-start',
    statement: 'Of the password of a login only as many characters are compared as the right one has.',
    accepts: (given, right) => given.startsWith(right),
  },
  {
    // Passwords are kept in a column that compares without case.
    id: 'service.login-password-case',
    statement: 'The password of a login is compared without regard to case.',
    accepts: (given, right) => given.toLowerCase() === right.toLowerCase(),
  },
  {
    id: 'service.login-password-empty',
    statement: 'A login with an empty password is accepted, as the password is only compared if there is one.',
    accepts: (given) => given === '',
  },
];

/** Takes a wrong password for the right one, which is known from a login before. */
const accepting = ({ accepts, ...info }: Mistake): Fault => ({
  ...info,
  clause: 'coherence.denied-everywhere',
  create: () => {
    const accepted = new Map<string, string>();
    return async (request, next) => {
      const login = loginOf(request);
      const [user, password] = partsOf(login);
      const known = accepted.get(user);
      if (login === '' || known === undefined || !accepts(password, partsOf(known)[1])) {
        const outcome = await next(request);
        if (login !== '' && isGranted(outcome)) accepted.set(user, login);
        return outcome;
      }
      const others: HeaderPairs = request.headers.filter(([name]) => name.toLowerCase() !== 'authorization');
      return next({ ...request, headers: [...others, ['Authorization', known]] });
    };
  },
});

/** The user of a request is kept where the next request finds it, and is not cleared by one that names none. */
const keptForAll: Fault = {
  id: 'service.login-kept-for-all',
  clause: 'coherence.denied-everywhere',
  statement: 'A request without credentials is done as the user of the request before it.',
  create: () => {
    let last = '';
    return (request, next) => {
      const login = loginOf(request);
      if (login !== '') last = login;
      const isRemembered = login === '' && last !== '';
      return next(isRemembered ? { ...request, headers: [...request.headers, ['Authorization', last]] } : request);
    };
  },
};

/** Logins that are remembered too long. */
export const keptLogins: readonly Fault[] = [...mistakes.map(accepting), keptForAll];
