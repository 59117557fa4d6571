import { joinRefusals, maxVerifiedDomains, refuse, type Refusal } from '@payorch/contracts';

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** Two labels or more, and a top-level domain of letters or in Punycode: no IP address is a match. */
const hostName = new RegExp(`^(?=.{4,253}$)(?:${label}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$`);

/** Top-level domains that the public DNS never has (IANA's registry of special-use domain names). */
const neverPublic = new Set(['alt', 'arpa', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test']);

const isPublicHostName = (name: string): boolean =>
  hostName.test(name) && !neverPublic.has(name.slice(name.lastIndexOf('.') + 1));

const expected = 'a public host name, such as shop.example, without scheme, port and path';

/** The domains of a request in lower case, each once; a refusal that lists every one that is no public host name. */
export function readDomainNames(sent: readonly string[]): readonly string[] | Refusal {
  if (sent.length === 0 || sent.length > maxVerifiedDomains) {
    return refuse('invalid_format', { field: 'domain_names', expected: `1 to ${maxVerifiedDomains} host names` });
  }
  const names = sent.map((name) => name.toLowerCase());
  const wrong = names.flatMap((name, at) =>
    isPublicHostName(name) ? [] : [refuse('invalid_format', { field: `domain_names[${at}]`, expected })],
  );
  return joinRefusals(wrong) ?? [...new Set(names)];
}
