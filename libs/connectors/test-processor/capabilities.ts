import type { Capability } from '@payorch/connector-kit';

const cards: Capability = {
  paymentMethod: 'card',
  paymentMethodTypes: ['credit', 'debit'],
  currencies: 'all',
  captureMethods: ['automatic', 'manual', 'sequential_automatic'],
  threeDs: 'supported',
  networks: [
    'AmericanExpress',
    'CartesBancaires',
    'DinersClub',
    'Discover',
    'Interac',
    'JCB',
    'Mastercard',
    'UnionPay',
    'Visa',
  ],
  mandates: false,
  refunds: true,
};

/** What the test processor supports, as data. */
export const capabilities: readonly Capability[] = [cards];
