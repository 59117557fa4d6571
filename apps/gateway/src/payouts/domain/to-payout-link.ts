import { type PayoutLink, payoutLinkLifetimeSeconds, refuse, type Refusal } from '@payorch/contracts';
import type { readPayoutLinkConfig } from '../../payment-links';
import type { PayoutRequest } from './payout-request';

type OfProfile = Exclude<ReturnType<typeof readPayoutLinkConfig>, Refusal>;

const noDomains =
  "Payout links cannot be used without setting allowed_domains in profile. If you're using a non-production environment, you can set test_mode to true while in payout_link_config";

/** What the page of a payout is made of, besides its address. */
export type PayoutLinkTerms = Pick<PayoutLink, 'config' | 'expiresAt'> & {
  /** The merchant's own domain in front of the gateway; null: the gateway's address. */
  readonly origin: string | null;
};

/**
 * The page of a new payout: the request's own settings, then the profile's, then the defaults. Sites that may frame it belong to
 * the profile alone. Without one only a test shows it, which no live system allows.
 */
export function toPayoutLink(
  { payout_link_config: sent, session_expiry: lifetime }: PayoutRequest,
  ofProfile: OfProfile,
  { isLive, now }: { readonly isLive: boolean; readonly now: Date },
): PayoutLinkTerms | Refusal {
  const isTest = sent?.test_mode ?? ofProfile?.payout_test_mode ?? false;
  if (isTest && isLive)
    return refuse('link_configuration', {
      message: 'test_mode cannot be true for creating payout_links in production',
    });
  const domains = ofProfile?.allowed_domains ?? [];
  if (!isTest && domains.length === 0) return refuse('link_configuration', { message: noDomains });
  const enabled = sent?.enabled_payment_methods ?? [];
  return {
    origin: ofProfile?.domain_name ? `https://${ofProfile.domain_name.toLowerCase()}` : null,
    expiresAt: new Date(now.getTime() + (lifetime ?? payoutLinkLifetimeSeconds) * 1000).toISOString(),
    config: {
      theme: sent?.theme ?? ofProfile?.theme ?? null,
      logo: sent?.logo ?? ofProfile?.logo ?? null,
      merchant_name: sent?.merchant_name ?? ofProfile?.merchant_name ?? null,
      form_layout: sent?.form_layout ?? ofProfile?.form_layout ?? null,
      enabled_payment_methods: enabled.length > 0 ? enabled.map((one) => ({ ...one })) : null,
      test_mode: isTest,
      allowed_domains: domains.length > 0 ? [...domains] : null,
    },
  };
}
