import type { PayoutCapability } from '@payorch/connector-kit';

/**
 * A connected account is made for the recipient, with the bank account or the debit card that is paid. The transfer moves the
 * money to it, and the payout from there to the recipient (docs.stripe.com/connect/payouts-connected-accounts).
 */
const steps = ['payout_recipient', 'payout_recipient_account', 'payout_create', 'payout_fulfill'] as const;

/** What Stripe pays out, as data. Stripe pays to debit cards in the United States alone. */
export const payouts: readonly PayoutCapability[] = [
  { payoutType: 'bank', methodTypes: ['ach'], currencies: ['USD'], steps, cancels: true },
  { payoutType: 'bank', methodTypes: ['sepa'], currencies: ['EUR'], steps, cancels: true },
  { payoutType: 'bank', methodTypes: ['bacs'], currencies: ['GBP'], steps, cancels: true },
  { payoutType: 'card', methodTypes: ['debit'], currencies: ['USD'], steps, cancels: true },
];
