import type { JsonObject } from '@payorch/contracts';
import type { StoredCard } from '../domain/method';
import type { SavedPaymentMethod } from '../domain/payment-method';

/** The card of a payment method as the interface shows it. */
export function cardView({ facts, ...card }: StoredCard, { details }: Pick<SavedPaymentMethod, 'details'>): JsonObject {
  return {
    scheme: card.network,
    issuer_country: facts?.issuingCountry ?? null,
    issuer_country_code: null,
    last4_digits: card.last4,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    card_token: null,
    card_holder_name: card.holderName,
    card_fingerprint: null,
    nick_name: details.nickName,
    card_network: card.network,
    card_isin: card.bin,
    card_issuer: facts?.issuer ?? null,
    card_type: facts?.type ?? null,
    saved_to_locker: true,
  };
}
