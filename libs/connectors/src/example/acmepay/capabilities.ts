import type { Capability } from '@payorch/connector-kit';

/** What Acme Pay supports, as data. */
export const capabilities: readonly Capability[] = [
  {
    paymentMethod: 'card',
    paymentMethodTypes: ['credit', 'debit'],
    currencies: ['EUR', 'USD'],
    captureMethods: ['automatic'],
    threeDs: 'not_supported',
    networks: ['Mastercard', 'Visa'],
    mandates: false,
    refunds: false,
  },
];
