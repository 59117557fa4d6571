import type { Capability, PayoutCapability } from '@payorch/connector-kit';

/** It takes no payment. */
export const capabilities: readonly Capability[] = [];

/** The parts that every payout to a bank has in common. */
const bank = {
  payoutType: 'bank',
  steps: ['payout_recipient', 'payout_create', 'payout_fulfill'],
  cancels: true,
} as const;

/** A kind of account is paid in its own currency only: Wise has a form of recipient for each pair. */
export const payouts: readonly PayoutCapability[] = [
  { ...bank, methodTypes: ['ach'], currencies: ['USD'] },
  { ...bank, methodTypes: ['sepa'], currencies: ['EUR'] },
  { ...bank, methodTypes: ['bacs'], currencies: ['GBP'] },
];
