import { joinRefusals, maxVerifiedDomains, refuse, type Refusal } from '@payorch/contracts';
import { isPublicHostName } from '../../fields';

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
