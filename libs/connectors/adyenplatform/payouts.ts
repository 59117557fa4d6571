import type { PayoutCapability } from '@payorch/connector-kit';

/**
 * A transfer is created and sent by one call. None is cancelled: Adyen cancels only transfers that wait for an approval or for their
 * date (`POST transfers/cancel`), the connector requests neither, and the empty answer would not say whether the money stayed.
 */
const atOnce = { steps: ['payout_fulfill'], cancels: false } as const;

const bank = { payoutType: 'bank', ...atOnce } as const;

/** The currencies of transfers, all with the same exponent at Adyen as in ISO 4217. */
export const payouts: readonly PayoutCapability[] = [
  { ...bank, methodTypes: ['sepa'], currencies: ['EUR'] },
  { ...bank, methodTypes: ['ach'], currencies: ['USD'] },
  { ...bank, methodTypes: ['bacs'], currencies: ['GBP'] },
  { payoutType: 'card', methodTypes: ['credit', 'debit'], currencies: ['EUR', 'GBP', 'USD'], ...atOnce },
];
