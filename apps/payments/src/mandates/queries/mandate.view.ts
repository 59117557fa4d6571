import type { Json, JsonObject } from '@payorch/contracts';
import type { StoredCard } from '../../payment-methods/domain/method';
import type { PaymentMethod } from '../../payment-methods/domain/payment-method';
import type { Mandate } from '../domain/mandate';

const cardView = (card: StoredCard, nickName: Json): JsonObject => ({
  last4_digits: card.last4,
  card_exp_month: card.expiryMonth,
  card_exp_year: card.expiryYear,
  card_holder_name: card.holderName,
  card_token: null,
  scheme: card.network,
  issuer_country: card.facts?.issuingCountry ?? null,
  card_fingerprint: null,
  card_isin: card.bin,
  card_issuer: card.facts?.issuer ?? null,
  card_network: card.network,
  card_type: card.facts?.type ?? null,
  nick_name: nickName,
});

/** The consent as the interface shows it: without a stored address it was given offline, and `online` is an object even then. */
function acceptanceView(acceptance: JsonObject | null): Json {
  if (acceptance === null) return null;
  const online = acceptance['online'];
  const { ip_address: ip = null, user_agent: agent = null } =
    typeof online === 'object' && online !== null && !Array.isArray(online) ? (online as JsonObject) : {};
  return {
    acceptance_type: ip === null ? 'offline' : 'online',
    accepted_at: acceptance['accepted_at'] ?? null,
    online: { ip_address: ip, user_agent: agent ?? '' },
  };
}

/** The mandate in the form of the interface. `paymentMethod`: undefined where it was deleted. */
export const mandateJson = (mandate: Mandate, paymentMethod: PaymentMethod | undefined): JsonObject => {
  const method = paymentMethod?.method;
  return {
    mandate_id: mandate.mandateId,
    status: mandate.status,
    payment_method_id: mandate.paymentMethodId,
    payment_method: method?.paymentMethod ?? '',
    payment_method_type: method?.paymentMethodType ?? null,
    card: method?.card ? cardView(method.card, null) : null,
    customer_acceptance: acceptanceView(mandate.customerAcceptance),
  };
};

/** The interface's answer to a revocation. */
export const revocationView = ({ mandateId, status, revocation }: Mandate): Buffer =>
  Buffer.from(
    JSON.stringify({
      mandate_id: mandateId,
      status,
      error_code: revocation?.error?.code ?? null,
      error_message: revocation?.error?.message ?? null,
    }),
  );
