import { errorBody, refusals, refuse } from './errors';

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

  it.each(Object.entries(refusals))('%s has a status and a wire code', (_name, { status, code }) => {
    expect([200, 400, 401, 403, 404, 405, 409, 422, 429, 500, 501, 503]).toContain(status);
    expect(code).toMatch(/^(IR|HE|CE|WE)_\d{2}$/);
  });
});
