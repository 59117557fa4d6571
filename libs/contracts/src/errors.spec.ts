import { errorBody, refusals, refuse } from './errors';

describe('a refusal on the wire', () => {
  it('has one shape', () => {
    expect(errorBody(refuse('missing_param', { field: 'currency' }))).toEqual({
      status: 400,
      body: { error: { type: 'invalid_request', message: 'Missing required param: currency', code: 'IR_04' } },
    });
  });

  it('carries the extra keys of its kind, and only those', () => {
    const { body } = errorBody(refuse('payment_exists', { reason: 'r', secret: 's' }));
    expect(body.error).toEqual({
      type: 'invalid_request',
      message: 'The payment with the specified payment_id already exists in our records',
      code: 'HE_01',
      reason: 'r',
    });
  });

  it('says nothing of why when it is our fault', () => {
    expect(errorBody(refuse('internal', { message: 'SELECT 1' })).body.error).toEqual({
      type: 'api',
      message: 'Something went wrong',
      code: 'HE_00',
    });
  });

  it.each(Object.entries(refusals))('%s has a status and a code of the wire', (_name, { status, code }) => {
    expect([400, 401, 404, 405, 409, 422, 429, 500, 501, 503]).toContain(status);
    expect(code).toMatch(/^(IR|HE|CE|WE)_\d{2}$/);
  });
});
