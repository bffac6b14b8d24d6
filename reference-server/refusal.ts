/** What a refused request is told: `params` maps each bad name to what is wrong with it. */
export interface RefusalDetails {
  readonly code: string;
  readonly message: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown anywhere below the router to answer with a 4xx status (`gap.errors.format`). */
export class Refusal extends Error {
  readonly status: number;
  readonly details: RefusalDetails;

  constructor(status: number, details: RefusalDetails) {
    super(details.message);
    this.name = 'Refusal';
    this.status = status;
    this.details = details;
  }
}

/** 400 that names every bad parameter at once. */
export function invalid(params: Readonly<Record<string, string>>): Refusal {
  const names = Object.keys(params).join(', ');
  return new Refusal(400, { code: 'invalid_param', message: `Invalid or missing: ${names}.`, params });
}

/** 400 for a request that cannot be read at all. */
export const badRequest = (code: string, message: string): Refusal => new Refusal(400, { code, message });

/** 404 for an unknown route, id or slug. */
export const notFound = (message = 'There is nothing at this address.'): Refusal =>
  new Refusal(404, { code: 'not_found', message });
