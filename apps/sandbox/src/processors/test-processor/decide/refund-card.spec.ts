import { aMoment } from '../../../../test/moment';
import { type CardRefundRequest, refundCard } from './refund-card';

const refunding = (changes: Partial<CardRefundRequest> = {}) =>
  refundCard(
    {
      reference: 'op_9',
      amount: 600,
      currency: 'USD',
      connector: 'adyen_test',
      cardNumber: '4242424242424242',
      customer: 'customer_1',
      description: 'goodwill',
      ...changes,
    },
    aMoment(),
    {},
  );

it('a refund to a card moves its amount, and its record has no card number', () => {
  const decision = refunding();
  expect(decision).toMatchObject({
    refund: { status: 'succeeded', paymentId: null, refundAmount: 600, reference: 'op_9' },
    effect: { kind: 'unreferenced_refund', reference: 'op_9', amount: 600, currency: 'USD' },
  });
  expect(decision.refund?.recipient).toEqual({
    connector: 'adyen_test',
    last4: '4242',
    customer: 'customer_1',
    description: 'goodwill',
  });
  expect(JSON.stringify(decision)).not.toContain('4242424242424242');
});

it.each([
  ['4000000000000002', 'DC_08'],
  ['4000000000009987', 'DC_08'],
  ['4929000000000001', 'DC_04'],
])('a refund to the card %s is refused with %s, and moves nothing', (cardNumber, code) => {
  const decision = refunding({ cardNumber });
  expect(decision).toMatchObject({ refusal: { http: 400, code } });
  expect(decision).not.toHaveProperty('effect');
});
