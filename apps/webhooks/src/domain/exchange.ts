export type Headers = readonly (readonly [name: string, value: string])[];

/** What an attempt sent and what the endpoint answered, as it is stored: bounded, and without secrets in headers. */
export interface Exchange {
  readonly requestHeaders: Headers;
  /** Null: no answer arrived. */
  readonly response: { readonly headers: Headers; readonly body: string } | null;
}
