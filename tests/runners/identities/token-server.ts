import { listen, type TestTarget } from '../targets.js';

/** A request for a token as it arrived. */
export interface Asked {
  readonly form: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
}

export interface TokenServer extends TestTarget {
  readonly asked: readonly Asked[];
  /** The address at which tokens are given out. */
  readonly tokenUrl: string;
}

/** What a token server answers: a status and a JSON body. */
export type Answer = (count: number, asked: Asked) => readonly [status: number, body: unknown];

/** Gives out tokens until the test ends: `token-1`, `token-2` and so on where nothing else is said. */
export async function listenForTokens(
  answer: Answer = (count) => [200, { access_token: `token-${count}`, token_type: 'Bearer', expires_in: 60 }],
): Promise<TokenServer> {
  const asked: Asked[] = [];
  const target = await listen((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()));
      const one = { form, authorization: request.headers.authorization };
      asked.push(one);
      const [status, body] = answer(asked.length, one);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  return { ...target, asked, tokenUrl: `${target.url}/token` };
}
