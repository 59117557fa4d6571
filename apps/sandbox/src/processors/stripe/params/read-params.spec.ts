import { confirmIntent, createIntent } from './intent-params';
import { createMethod } from './method-params';
import { readParams } from '../errors';

const intent = { amount: '1000', currency: 'USD' };

it('valid parameters are parsed', () => {
  const input = { ...intent, confirm: 'true', metadata: { a: 'b' }, off_session: 'recurring', description: '' };
  expect(readParams(createIntent, input)).toEqual({
    value: { amount: 1000, currency: 'usd', confirm: true, metadata: { a: 'b' }, off_session: true, description: null },
  });
});

it.each([
  [{ currency: 'usd' }, 'Missing required param: amount.', 'parameter_missing', 'amount'],
  [{ ...intent, colour: 'red' }, 'Received unknown parameter: colour', 'parameter_unknown', 'colour'],
  [{ ...intent, amount: 'x' }, 'Invalid integer: x', 'parameter_invalid_integer', 'amount'],
  [
    { ...intent, capture_method: 'x' },
    'Invalid capture_method: must be one of automatic, automatic_async, or manual',
    undefined,
    'capture_method',
  ],
  [
    { ...intent, shipping: { name: 'Jo' } },
    'Missing required param: shipping[address].',
    'parameter_missing',
    'shipping[address]',
  ],
  [{ ...intent, return_url: 'javascript:alert(1)' }, 'Not a valid URL', 'url_invalid', 'return_url'],
  [{ ...intent, expand: 'x' }, 'Invalid array', undefined, 'expand'],
  [{ ...intent, description: { a: '1' } }, 'Invalid string: {"a":"1"}', undefined, 'description'],
])('the parameters %j are refused: %s', (input, message, code, param) => {
  expect(readParams(createIntent, input)).toEqual({
    refusal: {
      http: 400,
      error: { type: 'invalid_request_error', message, param, ...(code === undefined ? {} : { code }) },
    },
  });
});

it('an error names a nested parameter', () => {
  const input = { payment_method_data: { type: 'card', card: { number: '4242' } } };
  expect(readParams(confirmIntent, input)).toMatchObject({
    refusal: { error: { param: 'payment_method_data[card][exp_month]' } },
  });
  expect(readParams(createMethod, { type: 'gold' })).toMatchObject({ refusal: { error: { param: 'type' } } });
});
