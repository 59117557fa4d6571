import type { Capability } from '@payorch/connector-kit';

const networks = [
  'AmericanExpress',
  'CartesBancaires',
  'DinersClub',
  'Discover',
  'Interac',
  'JCB',
  'Mastercard',
  'UnionPay',
  'Visa',
] as const;

const cards: Capability = {
  paymentMethod: 'card',
  paymentMethodTypes: ['credit', 'debit'],
  currencies: 'all',
  captureMethods: ['automatic', 'manual', 'sequential_automatic'],
  threeDs: 'supported',
  networks,
  mandates: false,
  refunds: true,
};

/** The payment methods of the built-in processor, under each of its names. */
export const testCapabilities: readonly Capability[] = [cards];
