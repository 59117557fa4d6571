import type { AuthorizeOperation } from '@payorch/connector-kit';
import { InvariantError } from '@payorch/kernel';
import type { Fields } from './methods';

/** The versions and indicators that Stripe accepts (docs.stripe.com/payments/payment-intents/three-d-secure-import). */
const versions: ReadonlySet<string> = new Set(['1.0.2', '2.1.0', '2.2.0', '2.3.0', '2.3.1']);
const indicators: ReadonlySet<string> = new Set(['01', '02', '05', '06', '07']);

/**
 * The proof of an authentication outside Stripe; undefined where the customer was not authenticated before. Throws where Stripe
 * would refuse the proof, so that nothing is sent: a payment without its proof would lack the liability that the merchant asked for.
 */
export function importedAuthentication({ id, authentication }: AuthorizeOperation): Fields | undefined {
  if (!authentication) return undefined;
  const { cryptogram, eci, dsTransactionId, version } = authentication;
  if (dsTransactionId === null || version === null || !versions.has(version))
    throw new InvariantError(`operation ${id} has no proof that Stripe accepts`);
  return {
    cryptogram,
    transaction_id: dsTransactionId,
    version,
    electronic_commerce_indicator: eci !== null && indicators.has(eci) ? eci : undefined,
  };
}
