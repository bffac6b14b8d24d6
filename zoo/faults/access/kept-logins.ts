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

/** Logins that are remembered too long. */
export const keptLogins: readonly Fault[] = [keptByName];
