import type { MerchantConnectorId } from '@payorch/kernel';
import { errorBody } from './error-body';
import { refusals, refuse } from './errors';
import { differing, leftOut } from './field-problems';
import { type RouteFilter, routeFilter } from '@payorch/values';

describe('an error body', () => {
  it('an error body has one shape', () => {
    expect(errorBody(refuse('missing_param', { field: 'currency' }))).toEqual({
      status: 400,
      body: { error: { type: 'invalid_request', message: 'Missing required param: currency', code: 'IR_04' } },
    });
  });

  it('an error body carries the extra keys of its refusal only', () => {
    const { body } = errorBody(refuse('payment_exists', { reason: 'r', secret: 's' }));
    expect(body.error).toEqual({
      type: 'invalid_request',
      message: 'The payment with the specified payment_id already exists in our records',
      code: 'HE_01',
      reason: 'r',
    });
  });

  it('an error body of a blocked payment has a type of its own', () => {
    expect(
      errorBody(refuse('payment_blocked', { message: 'This payment method is blocked', reason: 'Blocked' })),
    ).toEqual({
      status: 200,
      body: {
        error: { type: 'blocked', message: 'This payment method is blocked', code: 'HE_03', reason: 'Blocked' },
      },
    });
  });

  it('an error body with status 500 or 503 names no reason', () => {
    expect(errorBody(refuse('internal', { message: 'SELECT 1' })).body.error).toEqual({
      type: 'api',
      message: 'Something went wrong',
      code: 'HE_00',
    });
  });

  const month = refuse('precondition_failed', { message: 'Invalid Expiry Month', path: 'card.card_exp_month' });
  const amount = refuse('missing_param', { field: 'amount' });

  it('an error body lists every problem of a request, the first one first', () => {
    expect(errorBody({ ...month, others: [amount, amount, refuse('merchant_not_found')] }).body.error).toEqual({
      type: 'invalid_request',
      message: 'Invalid Expiry Month',
      code: 'IR_16',
      fields: [
        { field: 'card.card_exp_month', message: 'Invalid Expiry Month', code: 'IR_16' },
        { field: 'amount', message: 'Missing required param: amount', code: 'IR_04' },
      ],
    });
  });

  it.each([
    ['one problem', month],
    ['no other problem', { ...month, others: [] }],
    ['a problem without a field before others', { ...refuse('merchant_not_found'), others: [amount] }],
    ['another problem of the same field', { ...amount, others: [refuse('invalid_value', { field: 'amount' })] }],
  ])('an error body of %s has no list', (_, refusal) =>
    expect(errorBody(refusal).body.error).not.toHaveProperty('fields'),
  );

  it('a list quotes neither digits of a made-up name nor the text that has them; the message is the interface’s', () => {
    const named = refuse('invalid_value', { field: 'metadata.4242424242424242' });
    const plain = 'the field is not implemented';
    const unknown = refuse('not_implemented', { message: '4242424242424242 is no field', path: 'wallet', plain });
    const { error } = errorBody({ ...named, others: [unknown] }).body;
    expect(error.message).toBe('Invalid value provided: metadata.4242424242424242');
    expect(error.fields).toEqual([
      { field: 'metadata.…', message: 'Invalid value provided: metadata.…', code: 'IR_07' },
      { field: 'wallet', message: plain, code: 'IR_00' },
    ]);
  });

  it('an error body has at most 20 problems', () => {
    const others = Array.from({ length: 50 }, (_, index) => refuse('missing_param', { field: `f${index}` }));
    expect(errorBody({ ...month, others }).body.error.fields).toHaveLength(20);
  });

  it('an error body names the accounts that routing left out, each with its filter', () => {
    const account = (id: string, filter: RouteFilter | null) => ({
      merchantConnectorId: id as MerchantConnectorId,
      connector: 'stripe_test',
      filter,
    });
    const left = leftOut([account('mca_1', 'amount'), account('mca_2', null), account('mca_1.crd_1', 'currency')]);
    expect(errorBody(refuse('no_eligible_connector', left)).body.error.fields).toEqual([
      { field: 'mca_1', message: 'amount: the account does not take this amount (stripe_test)' },
    ]);
    expect(errorBody(refuse('no_eligible_connector', leftOut([account('mca_2', null)]))).body.error).not.toHaveProperty(
      'fields',
    );
  });

  it.each(routeFilter.options)('the filter %s has a sentence', (filter) => {
    const left = leftOut([{ merchantConnectorId: 'mca_1' as MerchantConnectorId, connector: 'adyen_test', filter }]);
    const [problem] = errorBody(refuse('no_eligible_connector', left)).body.error.fields!;
    expect(problem?.message).toMatch(new RegExp(`^${filter}: the \\S.+ \\(adyen_test\\)$`));
  });

  it('an error body names the nearest route, and the fields that differ', () => {
    const nearest = 'POST /payments/{payment_id}/capture';
    expect(errorBody(refuse('unknown_url', { nearest })).body.error.fields).toEqual([
      { field: 'url', message: 'Unrecognized request URL', nearest },
    ]);
    const { fields } = errorBody(refuse('refund_exists', differing(['amount', 'reason']))).body.error;
    expect(fields?.map(({ field }) => field)).toEqual(['amount', 'reason']);
    expect(errorBody(refuse('refund_exists', differing([]))).body.error).not.toHaveProperty('fields');
  });

  it.each(Object.entries(refusals))('%s has a status and a wire code', (_name, { status, code }) => {
    expect([200, 400, 401, 403, 404, 405, 409, 422, 429, 500, 501, 503]).toContain(status);
    expect(code).toMatch(/^(IR|HE|CE|WE)_\d{2}$/);
  });
});
