import {
  aMerchant,
  cardFields,
  cards,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { paid, retrieveRefund, untilRefundIs } from '../../support/refund-checks';
import { atStripe, payWith, stripeCards } from '../stripe/at-stripe';
import { gsmBody } from './operator';

/** The test processor's error for a declined card. */
const processorError = { code: 'DC_08', message: 'Payment declined: Card declined' };
const meaning = { unified_code: 'UE_1000', unified_message: 'Issue with payment method details' };
const withoutRuleMessages = { unified_code: 'UE_9000', unified_message: 'Something went wrong' };

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

const declined = async (): Promise<Json> =>
  ok(await merchant.api.post('/payments', paymentBody(cardFields(cards.declined))));

/** Waits until a rule applies: services receive rules by message. */
const untilSeen = (paymentId: string, expected: object): Promise<Json> =>
  eventually(async () => {
    const payment = ok(await merchant.api.get(`/payments/${paymentId}?expand_attempts=true`));
    expect(payment).toMatchObject(expected);
    return payment;
  });

it('a failure shows the messages of the operator’s rule while the rule exists', async () => {
  const first = await declined();
  expect(first).toMatchObject({ status: 'failed', error_code: processorError.code, ...withoutRuleMessages });

  const rule = {
    ...gsmBody(processorError.code),
    ...processorError,
    ...meaning,
    user_guidance_message: 'Use another card.',
  };
  ok(await system.admin.post('/gsm', rule));
  const seen = await untilSeen(first.payment_id as string, meaning);
  expect(seen).toMatchObject({
    attempts: [{ ...meaning, error_code: processorError.code }],
    error_details: { unified_details: { category: 'UE_1000', user_guidance_message: 'Use another card.' } },
  });
  expect(await declined()).toMatchObject(meaning);

  const { connector, flow, sub_flow, code, message } = rule;
  ok(await system.admin.post('/gsm/delete', { connector, flow, sub_flow, code, message }));
  await untilSeen(first.payment_id as string, { ...withoutRuleMessages, attempts: [withoutRuleMessages] });
});

describe('a failed refund', () => {
  let stripes: TestMerchant;
  beforeAll(async () => {
    stripes = await atStripe(system);
  });

  /** A refund that Stripe reports as succeeded, and as failed a moment later. */
  const failed = async (): Promise<Json> => {
    const { payment_id } = await payWith(stripes, stripeCards.refundFails);
    const { refund_id } = ok(await stripes.api.post('/refunds', { payment_id }));
    return untilRefundIs(stripes, refund_id as string, 'failed');
  };
  const untilExplained = (refund: Json, expected: object): Promise<Json> =>
    eventually(async () => {
      const seen = await retrieveRefund(stripes, refund.refund_id as string);
      expect(seen).toMatchObject(expected);
      return seen;
    });

  it.each([
    ['of refunds', 'refund_flow', 'sub_flow'],
    ['of failed payments, else', 'Payment', 'Authorize'],
  ])('shows the messages of the rule %s', async (_, flow, sub_flow) => {
    const first = await failed();
    expect(first).toMatchObject({ ...withoutRuleMessages, error_code: expect.any(String) as string });

    const key = { connector: 'stripe', flow, sub_flow, code: first.error_code, message: first.error_message };
    ok(await system.admin.post('/gsm', { ...gsmBody(''), ...key, ...meaning }));
    const seen = await untilExplained(first, meaning);
    expect(ok(await stripes.api.post('/refunds/list', { refund_id: first.refund_id })).data).toEqual([seen]);
    expect(seen).toEqual({ ...first, ...meaning });

    const second = await failed();
    expect(second).toMatchObject(meaning);
    await eventually(async () => {
      const { refunds } = ok(await stripes.api.get(`/payments/${second.payment_id}`));
      expect(refunds).toEqual([second]);
      return true;
    });

    ok(await system.admin.post('/gsm/delete', key));
    await untilExplained(first, withoutRuleMessages);
  });

  it('shows messages that a succeeded refund does not have', async () => {
    const payment_id = await paid(merchant);
    expect(ok(await merchant.api.post('/refunds', { payment_id }))).toMatchObject({
      status: 'succeeded',
      unified_code: null,
      unified_message: null,
    });
  });
});
