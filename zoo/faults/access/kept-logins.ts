import { headerValue, type HeaderPairs, type WireRequest } from '../../../wire/exchange.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';

const loginOf = ({ headers }: WireRequest): string => headerValue(headers, 'authorization') ?? '';

const userOf = (login: string): string =>
  Buffer.from(login.replace(/^Basic /i, ''), 'base64')
    .toString('latin1')
    .replace(/:.*$/s, '');

/** Who a login is of is kept by the name alone, to save the slow comparison of passwords. */
const keptByName: Fault = {
  id: 'service.login-kept-by-name',
  clause: 'coherence.denied-everywhere',
  statement: 'Once a user has logged in, any password of that user is accepted.',
  create: () => {
    const accepted = new Map<string, string>();
    return async (request, next) => {
      const login = loginOf(request);
      const known = accepted.get(userOf(login));
      if (login === '' || known === undefined) {
        const outcome = await next(request);
        if (login !== '' && isGranted(outcome)) accepted.set(userOf(login), login);
        return outcome;
      }
      const others: HeaderPairs = request.headers.filter(([name]) => name.toLowerCase() !== 'authorization');
      return next({ ...request, headers: [...others, ['Authorization', known]] });
    };
  },
};

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
export const keptLogins: readonly Fault[] = [keptByName, keptForAll];
