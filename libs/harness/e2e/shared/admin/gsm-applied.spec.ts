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
import { gsmBody } from './operator';

jest.setTimeout(120_000);

/** What the test processor says of a card that is declined. */
const words = { code: 'DC_08', message: 'Payment declined: Card declined' };
const meaning = { unified_code: 'UE_1000', unified_message: 'Issue with payment method details' };
const nothingSaid = { unified_code: 'UE_9000', unified_message: 'Something went wrong' };

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

const declined = async (): Promise<Json> =>
  ok(await merchant.api.post('/payments', paymentBody(cardFields(cards.declined))));

/** Rules travel: their owner's word is not everybody's at once. */
const untilSeen = (paymentId: string, expected: object): Promise<Json> =>
  eventually(async () => {
    const payment = ok(await merchant.api.get(`/payments/${paymentId}?expand_attempts=true`));
    expect(payment).toMatchObject(expected);
    return payment;
  });

it('a failure is shown in the words of the operator’s rule, for as long as there is one', async () => {
  const first = await declined();
  expect(first).toMatchObject({ status: 'failed', error_code: words.code, ...nothingSaid });

  const rule = { ...gsmBody(words.code), ...words, ...meaning, user_guidance_message: 'Use another card.' };
  ok(await system.admin.post('/gsm', rule));
  const seen = await untilSeen(first.payment_id as string, meaning);
  expect(seen).toMatchObject({
    attempts: [{ ...meaning, error_code: words.code }],
    error_details: { unified_details: { category: 'UE_1000', user_guidance_message: 'Use another card.' } },
  });
  expect(await declined()).toMatchObject(meaning);

  const { connector, flow, sub_flow, code, message } = rule;
  ok(await system.admin.post('/gsm/delete', { connector, flow, sub_flow, code, message }));
  await untilSeen(first.payment_id as string, { ...nothingSaid, attempts: [nothingSaid] });
});
