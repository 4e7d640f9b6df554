/** A verb's result with response headers of its own. */
export class Reply<T> {
  readonly value: T;
  readonly headers: Record<string, string>;

  constructor(value: T, headers: Record<string, string>) {
    this.value = value;
    this.headers = headers;
  }
}
