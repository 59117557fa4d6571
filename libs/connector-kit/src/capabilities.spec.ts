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

describe('capabilityFits', () => {
  it('a capability fits a payment within all limits, and unknown criteria match', () => {
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
  ] as const)('the capability does not fit %j', (criteria) => {
    expect(capabilityFits(cards, criteria)).toBe(false);
  });
});
