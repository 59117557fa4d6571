import type { CollectLink, DataOf, collectLinkCreate, PaymentMethodData, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import { newSecret, nextVersion } from './create-payment-method';
import { withData } from './method';
import type { SavedPaymentMethod } from './payment-method';

/** A payment method that a customer enters on the page of a link. */
export type CollectedMethod = SavedPaymentMethod & { readonly collectLink: CollectLink };

export const hasCollectLink = (saved: SavedPaymentMethod | undefined): saved is CollectedMethod =>
  saved?.collectLink !== undefined;

interface Context {
  readonly isCustomerKnown: boolean;
  readonly now: Date;
  readonly randomText: (length: number) => string;
}

/**
 * The payment method that the page of the link adds the data to. `known`: the payment method of an earlier link with this id.
 * Its secret is as old as the link, so that nothing is saved after the expiry.
 */
export function createCollectLink(
  known: SavedPaymentMethod | undefined,
  { merchantId, paymentMethodId, fields: { customerId, link } }: DataOf<typeof collectLinkCreate>,
  context: Context,
): SavedPaymentMethod | Refusal {
  if (!context.isCustomerKnown) return refuse('customer_not_found');
  if (known) return refuse('collect_link_exists');
  const [first] = link.enabledMethods;
  if (!first) throw new InvariantError('a collect link enables no payment method');
  const { secret } = newSecret(paymentMethodId, context);
  return {
    ...nextVersion(undefined, { merchantId, paymentMethodId, customerId }, context.now),
    status: 'awaiting_data',
    // Until the customer chooses, the first of those that the link enables.
    method: withData({ paymentMethod: first.paymentMethod, paymentMethodType: null }, null),
    details: { nickName: null, issuer: null, issuerCode: null, metadata: null, billing: null },
    clientSecret: { secret, expiresAt: new Date(link.expiresAt) },
    collectLink: link,
  };
}

export type CollectLinkState = 'open' | 'used' | 'expired';

/** A link is used once: also by a customer who had saved the same card before. */
export function collectLinkStateOf({ status, collectLink }: CollectedMethod, now: Date): CollectLinkState {
  if (status !== 'awaiting_data') return 'used';
  return new Date(collectLink.expiresAt) < now ? 'expired' : 'open';
}

interface Chosen {
  readonly paymentMethod: string;
  readonly paymentMethodType: string | null;
  readonly data: PaymentMethodData;
}

const cardTypes = ['credit', 'debit'];

/** The type that the request names, else the one that is known of the card. Null: unknown, or one that no request names. */
function typeOf({ paymentMethodType, data }: Chosen): string | null {
  const known = data.kind === 'card' ? data.card.facts?.type?.toLowerCase() : undefined;
  return paymentMethodType ?? cardTypes.find((type) => type === known) ?? null;
}

/** Refuses a payment method that the link does not enable. A card of an unknown type passes. */
export function checkEnabled({ enabledMethods }: CollectLink, chosen: Chosen): Refusal | undefined {
  const types = enabledMethods
    .filter(({ paymentMethod }) => paymentMethod === chosen.paymentMethod)
    .flatMap(({ paymentMethodTypes }) => paymentMethodTypes);
  const type = typeOf(chosen);
  const isEnabled = types.length > 0 && (type === null || types.includes(type));
  return isEnabled
    ? undefined
    : refuse('precondition_failed', { message: 'The link does not enable this payment method' });
}
