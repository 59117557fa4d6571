import type { PaymentMethodBlocking } from '@payorch/contracts';
import type { PaymentMethodBlockingConfig } from '@payorch/rest';
import type { Profile } from './profile';

const listOf = (words: readonly string[] | null | undefined): string[] => [...new Set(words ?? [])];

/** The payment methods that a profile blocks, as every service reads them; null where it blocks none. */
export function blockingOf({ details }: Pick<Profile, 'details'>): PaymentMethodBlocking | null {
  // The request was checked before the profile was stored.
  const config = details.payment_method_blocking as PaymentMethodBlockingConfig | null | undefined;
  if (!config) return null;
  const { card, wallet } = config;
  return {
    card: card
      ? {
          issuingCountries: listOf(card.issuing_country),
          types: listOf(card.card_types),
          subtypes: listOf(card.card_subtypes),
          issuerIds: listOf(card.issuers),
          blocksUnknown: card.block_if_bin_info_unavailable ?? false,
        }
      : null,
    wallet: wallet ? { types: listOf(wallet.card_types) } : null,
  };
}

/** The ids of card issuers that a request names. */
export const issuersIn = (blocking: unknown): readonly string[] => listOf(sentIssuersIn(blocking));

/** The same as they were sent: in their places. */
export const sentIssuersIn = (blocking: unknown): readonly string[] =>
  (blocking as PaymentMethodBlockingConfig | null | undefined)?.card?.issuers ?? [];
