/** What is wrong with a request, by the name of the field or parameter. */
export type Complaints = Readonly<Record<string, string>>;

/** A refusal in the format of RFC 9457. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly complaints: Complaints;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: number,
    detail: string,
    more: { complaints?: Complaints; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail);
    this.status = status;
    this.complaints = more.complaints ?? {};
    this.headers = more.headers ?? {};
  }
}

/** Something in the request is not valid. */
export const invalid = (complaints: Complaints): Problem =>
  new Problem(422, 'Some of what was sent cannot be taken.', { complaints });

export const notFound = (): Problem => new Problem(404, 'There is nothing here.');
