import { aMerchant, ok, sharedSystem, type Answer, type TestMerchant } from '@payorch/harness';
import { paid } from '../../support/refund-checks';
import { notAllowed, statusAndBody, unreadable, unreadableQuery, withoutPlace } from '../../support/wire';

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
  const expectUnreadable = (answer: Answer, text: string | RegExp): void => {
    const { status, body } = withoutPlace(answer);
    expect(body.error.message).toMatch(text);
    expect({ status, body }).toEqual(unreadable(body.error.message));
  };

  it.each([
    [
      'a creation',
      '/refunds',
      `{"payment_id": "pay_1", "colour": 1}`,
      /^Json deserialize error: unknown field `colour`/,
    ],
    ['a creation', '/refunds', '{"payment_id": "pay_1", "amount": "100"}', /invalid type: string "100", expected i64/],
    ['a creation', '/refunds', '{"payment_id": "pay_1", "refund_type": "later"}', /unknown variant `later`/],
    ['a creation', '/refunds', '{"payment_id": "pay_1", "metadata": "text"}', /invalid type: string "text"/],
    ['a creation', '/refunds', '{"amount": 100}', /missing field `payment_id`/],
    ['a change', changed, '{"amount": 100}', /unknown field `amount`, expected `reason` or `metadata`/],
    ['a change', changed, '{"reason": 1}', /^Json deserialize error: invalid type: integer `1`, expected a string/],
    ['a sync', '/refunds/sync', '{}', /^Json deserialize error: missing field `refund_id`/],
    ['a list', '/refunds/list', '{"limit": "1"}', /^Json deserialize error: invalid type: string "1", expected i64/],
    ['a list', '/refunds/list', '{"refund_status": ["done"]}', /^Json deserialize error: unknown variant `done`/],
    ['a creation', '/refunds', '{"payment_id": ', /^Json deserialize error: /],
  ])('of %s at %s that is %s cannot be read', async (_, path, text, expected) =>
    expectUnreadable(await merchant.api.raw('POST', path, text, { 'content-type': 'application/json' }), expected),
  );

  it('of an operator with an unknown field is refused', async () => {
    const text = JSON.stringify({ refund_id: 'unknown', merchant_id: merchant.merchantId, colour: 'red' });
    expectUnreadable(
      await system.admin.raw('PUT', declared, text, { 'content-type': 'application/json' }),
      /^Json deserialize error: unknown field `colour`/,
    );
  });

  it('must have the JSON content type and a limited size', async () => {
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

  it('is not read by GET, whose query string must be readable', async () => {
    const message = 'provided string was not `true` or `false`';
    expect(statusAndBody(await merchant.api.get('/refunds/unknown?force_sync=perhaps'))).toEqual(
      unreadableQuery(message, { field: 'force_sync', message, code: 'IR_06' }),
    );
  });
});

it.each(['/refunds/list', '/refunds/profile/list'])('the limit of %s is 1 to 100', async (path) => {
  for (const limit of [0, 101, -1]) {
    expect(statusAndBody(await merchant.api.post(path, { limit }))).toEqual(
      notAllowed('limit should be in between 1 and 100'),
    );
  }
  expect(statusAndBody(await merchant.api.post(path, { offset: -1 }))).toEqual(
    notAllowed('offset should not be below 0'),
  );
  for (const limit of [1, 100]) expect(ok(await merchant.api.post(path, { limit })).count).toBeGreaterThan(0);
});
