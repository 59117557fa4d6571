import { z } from 'zod';
import type { Answer } from '../../kit/calls/answer';
import { errorAnswer } from './answers';

const registrationRequest = z.object({
  domainNames: z.array(z.hostname()).min(1).max(99),
  encryptTo: z.string().min(1),
  partnerInternalMerchantIdentifier: z.string().min(1),
  partnerMerchantName: z.string().min(1).max(64),
});

/** The first label of a domain that does not serve the file by which Apple recognizes it. */
const withoutFile = 'without-file.';

/** The first domain of a request, to find the request in the ledger; null where it has none. */
export const firstDomainOf = (body: unknown): string | null =>
  z.object({ domainNames: z.array(z.string()).min(1) }).safeParse(body).data?.domainNames[0] ?? null;

/**
 * Registers the domains of a merchant, all or none: the certificate must be that of the merchant whom the request names. `certified` is
 * the merchant identifier of the client's certificate; null: the client showed none.
 */
export function merchantRegistration(certified: string | null, body: unknown): Answer {
  if (certified === null) return errorAnswer(400, 'a merchant identity certificate is required');
  const { data } = registrationRequest.safeParse(body);
  if (!data) return errorAnswer(400, 'the request is not readable');
  if (data.encryptTo !== certified)
    return errorAnswer(417, `merchantId=${data.encryptTo} is not the merchant of the certificate`);
  const unserved = data.domainNames.find((name) => name.startsWith(withoutFile));
  return unserved === undefined ? { status: 200, body: {} } : errorAnswer(400, `${unserved} does not serve its file`);
}
