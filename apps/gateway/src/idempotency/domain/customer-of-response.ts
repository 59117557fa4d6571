/**
 * The customer whom a response shows: the first one that it names. Only keys are searched, since quotes inside of texts
 * are escaped; the objects of the interface name their customer before the merchant's own data.
 */
export const customerOfResponse = (body: string): string | null =>
  /"customer_id":"([A-Za-z0-9_-]{1,64})"/.exec(body)?.[1] ?? null;
