const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** Two labels or more, and a top-level domain of letters or in Punycode: no IP address is a match. */
const hostName = new RegExp(`^(?=.{4,253}$)(?:${label}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$`);

/** Top-level domains that the public DNS never has (IANA's registry of special-use domain names). */
const neverPublic = new Set(['alt', 'arpa', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test']);

/** Of a name in lower case, without a port. */
export const isPublicHostName = (name: string): boolean =>
  hostName.test(name) && !neverPublic.has(name.slice(name.lastIndexOf('.') + 1));
