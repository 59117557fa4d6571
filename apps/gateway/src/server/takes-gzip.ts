/** Whether a client that sends this `Accept-Encoding` reads gzip. */
export const takesGzip = (accepted: string | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted ?? '');
