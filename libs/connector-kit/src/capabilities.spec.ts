import type { Capability } from './capabilities';
import { capabilityFits } from './capabilities';

const cards: Capability = {
  paymentMethod: 'card',
  paymentMethodTypes: ['credit'],
  currencies: ['EUR'],
  captureMethods: ['automatic'],
  threeDs: 'supported',
  mandates: false,
  refunds: true,
  networks: ['Visa'],
};

describe('offerFits', () => {
  it('takes what lies within every limit, and does not hold the unknown against a payment', () => {
    expect(capabilityFits(cards, { paymentMethod: 'card', currency: 'EUR' })).toBe(true);
    expect(
      capabilityFits(cards, { paymentMethod: 'card', currency: 'EUR', network: null, captureMethod: 'automatic' }),
    ).toBe(true);
    expect(capabilityFits({ ...cards, currencies: 'all' }, { paymentMethod: 'card', currency: 'JPY' })).toBe(true);
  });

  it.each([
    { paymentMethod: 'wallet', currency: 'EUR' },
    { paymentMethod: 'card', currency: 'USD' },
    { paymentMethod: 'card', currency: 'EUR', paymentMethodType: 'debit' },
    { paymentMethod: 'card', currency: 'EUR', captureMethod: 'manual' },
    { paymentMethod: 'card', currency: 'EUR', network: 'JCB' },
  ] as const)('refuses %j', (wanted) => {
    expect(capabilityFits(cards, wanted)).toBe(false);
  });
});
