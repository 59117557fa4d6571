import type { PayoutType } from '@payorch/contracts';
import { operationsOf, payoutSteps } from '@payorch/operations';
import type { Connector } from '../define-connector';
import { flowOf } from '../flows';

/** The types of each payout type, by their names in the interface. */
const methodTypes: Readonly<Record<PayoutType, readonly string[]>> = {
  card: ['credit', 'debit'],
  bank: ['ach', 'bacs', 'sepa', 'pix'],
  wallet: ['paypal', 'venmo', 'apple_pay', 'google_pay'],
};

/** The part of the suite for what a connector pays out: its definition and its flows agree. */
export function payoutConformance({ connectorTypes, flows, payouts = [] }: Connector): void {
  it('a connector with the type payout_processor pays out, and no other does', () => {
    expect(payouts.length > 0).toBe(connectorTypes.includes('payout_processor'));
  });

  it('every payout capability names types of its payout type, and its steps in their order up to the fulfilment', () => {
    for (const { payoutType, methodTypes: named, steps } of payouts) {
      expect(named).not.toEqual([]);
      expect(methodTypes[payoutType]).toEqual(expect.arrayContaining([...named]));
      expect(steps).toEqual(payoutSteps.filter((step) => steps.includes(step)));
      expect(steps.at(-1)).toBe('payout_fulfill');
    }
  });

  // A folder of several connectors has the flows of all of them.
  it('the connector has the flow of every step of its payouts, and that of cancelling where it cancels', () => {
    const named = payouts.flatMap(({ steps, cancels }) => [...steps, ...(cancels ? ['payout_cancel' as const] : [])]);
    const declared = operationsOf('payout').filter((name) => flows.includes(flowOf(name)));
    expect(declared).toEqual(expect.arrayContaining([...new Set(named)]));
    if (payouts.length === 0) expect(declared).toEqual([]);
  });
}
