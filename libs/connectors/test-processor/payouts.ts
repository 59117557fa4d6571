import type { PayoutCapability } from '@payorch/connector-kit';

const cards = { payoutType: 'card', methodTypes: ['credit', 'debit'], currencies: 'all' } as const;
const banks = { payoutType: 'bank', methodTypes: ['ach', 'bacs', 'sepa', 'pix'], currencies: 'all' } as const;
const wallets = {
  payoutType: 'wallet',
  methodTypes: ['paypal', 'venmo', 'apple_pay', 'google_pay'],
  currencies: 'all',
} as const;

const inTwoSteps = { steps: ['payout_create', 'payout_fulfill'], cancels: true } as const;
const atOnce = { steps: ['payout_fulfill'], cancels: false } as const;

/** What most test processors pay out. */
export const payouts: readonly PayoutCapability[] = [cards, banks, wallets].map((one) => ({ ...one, ...inTwoSteps }));

/** A test processor whose recipients have accounts there, and which pays cards at once. */
export const toRecipients: readonly PayoutCapability[] = [
  { ...cards, ...atOnce },
  {
    ...banks,
    steps: ['payout_recipient', 'payout_recipient_account', 'payout_create', 'payout_fulfill'],
    cancels: true,
  },
];

/** A test processor that pays at once, and says beforehand whether a card can be paid. */
export const afterEligibility: readonly PayoutCapability[] = [
  { ...cards, ...atOnce, steps: ['payout_eligibility', 'payout_fulfill'] },
  { ...banks, ...atOnce },
  { ...wallets, ...atOnce },
];
