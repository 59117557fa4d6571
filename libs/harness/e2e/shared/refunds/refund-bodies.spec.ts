import { aMerchant, ok, sharedSystem, type Answer, type TestMerchant } from '@payorch/harness';
import { paid } from '../../support/refund-checks';
import { notAllowed, statusAndBody } from '../../support/wire';

jest.setTimeout(120_000);

const system = sharedSystem();
let merchant: TestMerchant;
let charged: string;
beforeAll(async () => {
  merchant = await aMerchant(system);
  charged = await paid(merchant);
  ok(await merchant.api.post('/refunds', { payment_id: charged, amount: 100 }));
});

describe('a body', () => {
  const changed = '/refunds/unknown';
  const declared = '/refunds/unknown/manual-update';
  const expectUnreadable = ({ status, body }: Answer, text: string | RegExp): void => {
    expect([status, body.error.error_type, body.error.code]).toEqual([400, 'invalid_request', 'IR_06']);
    expect(body.error.message).toMatch(text);
  };

  it.each([
    [
      'a new one',
      '/refunds',
      `{"payment_id": "pay_1", "colour": 1}`,
      /^Json deserialize error: unknown field `colour`/,
    ],
    ['a new one', '/refunds', '{"payment_id": "pay_1", "amount": "100"}', /invalid type: string "100", expected i64/],
    ['a new one', '/refunds', '{"payment_id": "pay_1", "refund_type": "later"}', /unknown variant `later`/],
    ['a new one', '/refunds', '{"payment_id": "pay_1", "metadata": "text"}', /invalid type: string "text"/],
    ['a new one', '/refunds', '{"amount": 100}', /missing field `payment_id`/],
    ['a change', changed, '{"amount": 100}', /unknown field `amount`, expected `reason` or `metadata`/],
    ['a change', changed, '{"reason": 1}', /^Json deserialize error: invalid type: integer `1`, expected a string/],
    ['a question', '/refunds/sync', '{}', /^Json deserialize error: missing field `refund_id`/],
    ['a list', '/refunds/list', '{"limit": "1"}', /^Json deserialize error: invalid type: string "1", expected i64/],
    ['a list', '/refunds/list', '{"refund_status": ["done"]}', /^Json deserialize error: unknown variant `done`/],
    ['a new one', '/refunds', '{"payment_id": ', /^Json deserialize error: /],
  ])('of %s at %s that is %s cannot be read', async (_, path, text, expected) =>
    expectUnreadable(await merchant.api.raw('POST', path, text, { 'content-type': 'application/json' }), expected),
  );

  it('of an operator has no field that nobody knows', async () => {
    const text = JSON.stringify({ refund_id: 'unknown', merchant_id: merchant.merchantId, colour: 'red' });
    expectUnreadable(
      await system.admin.raw('PUT', declared, text, { 'content-type': 'application/json' }),
      /^Json deserialize error: unknown field `colour`/,
    );
  });

  it('must say that it is JSON, and be of a size', async () => {
    const text = JSON.stringify({ payment_id: charged, amount: 100, reason: 'x'.repeat(32_768) });
    expectUnreadable(
      await merchant.api.raw('POST', '/refunds', text, { 'content-type': 'text/plain' }),
      'Content type error',
    );
    expectUnreadable(
      await merchant.api.raw('POST', '/refunds', text, { 'content-type': 'application/json' }),
      `JSON payload (${text.length} bytes) is larger than allowed (limit: 32768 bytes).`,
    );
  });

  it('is none where there is a query, which must be readable too', async () => {
    const { status, text } = await merchant.api.get('/refunds/unknown?force_sync=perhaps');
    expect([status, text]).toEqual([400, expect.stringMatching(/^Query deserialize error: /)]);
  });
});

it.each(['/refunds/list', '/refunds/profile/list'])('shows parts of 1 to 100 of %s', async (path) => {
  for (const limit of [0, 101, -1]) {
    expect(statusAndBody(await merchant.api.post(path, { limit }))).toEqual(notAllowed('limit should be in between 1 and 100'));
  }
  expect(statusAndBody(await merchant.api.post(path, { offset: -1 }))).toEqual(notAllowed('offset should not be below 0'));
  for (const limit of [1, 100]) expect(ok(await merchant.api.post(path, { limit })).count).toBeGreaterThan(0);
});
