import type { Refusal } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import type { InlineCredentials } from './inline-credentials';
import type { SentCredentials } from './domain/connectors/inline-credentials';

interface Naming {
  readonly merchant_connector_details?: SentCredentials | null;
}

/** The field of a message about an existing object; empty where the request names no credentials. */
export async function namedCredentialsOf(
  credentials: Pick<InlineCredentials, 'named'>,
  { merchant_connector_details: sent }: Naming,
  { merchantId }: { readonly merchantId: MerchantId },
): Promise<{ namedCredentials?: MerchantConnectorId[] } | Refusal> {
  if (sent === null || sent === undefined) return {};
  const named = await credentials.named(merchantId, sent);
  return isRefusal(named) ? named : { namedCredentials: [...named] };
}
