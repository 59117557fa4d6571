import { MerchantAccountCreate, PaymentsCaptureRequest, PaymentsCreateRequest } from '@payorch/rest';
import { BodyError } from '../errors/errors';
import { validBody } from './body';
import { readJson } from './json';

const read = <T extends object>(text: string, dto: new () => T): T => validBody(readJson(Buffer.from(text)), dto);
const fault = (text: string, dto: new () => object = PaymentsCreateRequest): string => {
  try {
    read(text, dto);
  } catch (error) {
    expect(error).toBeInstanceOf(BodyError);
    return (error as Error).message;
  }
  throw new Error('was accepted');
};

describe('validBody', () => {
  it.each([
    [{ return_url: `https://acme.example/${'x'.repeat(2028)}` }, 'return_url', 2048, 2049],
    [{ mandate_id: 'x'.repeat(65) }, 'mandate_id', 64, 65],
  ])('a rule, and not the parser, refuses a long value: %#', (body, field, most, given) => {
    const text = JSON.stringify(body);
    const message = `${field} must be at most ${most} characters long. Received ${given} characters`;
    expect(fault(text)).toBe(message);
    expect(() => read(text, PaymentsCreateRequest)).toThrow(expect.objectContaining({ by: 'rule' }));
    const both = JSON.stringify({ ...body, amount: 'x' });
    expect(fault(both)).toMatch(/^Json deserialize error: invalid type: string "x"/);
  });

  it.each([
    ['{"amount":"x"}', 'invalid type: string "x", expected amount as integer', 1, 11],
    ['{"amount":1.0}', 'invalid type: floating point `1.0`, expected amount as integer', 1, 11],
    ['{"amount":1e3}', 'invalid type: floating point `1e3`, expected amount as integer', 1, 11],
    ['{"amount":-100}', 'invalid value: integer `-100`, expected a positive integer', 1, 11],
    ['{"amount":9007199254740992}', 'invalid value: integer `9007199254740992`, expected amount as integer', 1, 11],
    ['{"amount":-9007199254740993}', 'invalid value: integer `-9007199254740993`, expected a positive integer', 1, 11],
    ['{\n  "amount": 5,\n  "currency": 7\n}', 'invalid type: integer `7`, expected string or map', 3, 15],
    ['{"metadata":{"n":12345678901234567890}}', 'number out of range', 1, 18],
    ['{"metadata":{"n":[1.5,{"m":99999999999999999}]}}', 'number out of range', 1, 28],
    ['{"return_url":"acme.example"}', 'relative URL without a base: "acme.example"', 1, 28],
    ['[]', 'invalid type: sequence, expected struct PaymentsCreateRequest', 1, 1],
    ['null', 'invalid type: null, expected struct PaymentsCreateRequest', 1, 1],
    [
      '{"payment_method_data":{"card":{"card_number":"4242424242424241","card_exp_month":"1","card_exp_year":"30","card_cvc":"1"}}}',
      'card number invalid',
      1,
      47,
    ],
    ['{"payment_method_data":{"card":{"card_number":"4242"}}}', 'invalid card number length', 1, 47],
    [
      '{"payment_method_data":{"card":{"card_number":"42424242x4242424"}}}',
      'invalid character found in card number',
      1,
      47,
    ],
    ['{"billing":{"address":\n{"first_name":1}}}', 'invalid type: integer `1`, expected a string', 2, 15],
    [
      '{"mandate_data":{"x":1}}',
      'unknown field `x`, expected one of `update_mandate_id`, `customer_acceptance`, `mandate_type`',
      1,
      18,
    ],
  ])('%s', (text, detail, line, column) => {
    expect(fault(text)).toBe(`Json deserialize error: ${detail} at line ${line} column ${column}`);
  });

  it.each([
    [
      '{"currency":"XXX"}',
      /^Json deserialize error: unknown variant `XXX`, expected one of `AED`, .*`ZWL` at line 1 column 13$/,
    ],
    [
      '{"amount":1,"amout":2}',
      /^Json deserialize error: unknown field `amout`, expected one of `amount`, .* at line 1 column 13$/,
    ],
  ])('%s', (text, message) => expect(fault(text)).toMatch(message));

  it('the first error of the text is reported, not the first failed check', () => {
    expect(fault('{"zzz":1,"amount":"x"}')).toMatch(/unknown field `zzz`/);
    expect(fault('{"currency":"EEE","amount":"x"}')).toMatch(/unknown variant `EEE`/);
    expect(fault('{"merchant_id":null}', MerchantAccountCreate)).toMatch(/invalid type: null, expected a string/);
  });

  it('a missing field is reported at the end of its object', () => {
    expect(fault('{\n "merchant_name": "Acme"\n}', MerchantAccountCreate)).toBe(
      'Json deserialize error: missing field `merchant_id` at line 3 column 1',
    );
    expect(fault('{"merchant_name": 5}', MerchantAccountCreate)).toMatch(/invalid type: integer `5`/);
  });

  it('numbers are plain where any number is valid', () => {
    const body = read('{"metadata":{"rate":1.50,"list":[1e2]},"amount":5}', PaymentsCreateRequest);
    expect(body).toEqual(
      Object.assign(new PaymentsCreateRequest(), { metadata: { rate: 1.5, list: [100] }, amount: 5 }),
    );
    expect(
      read('{"order_details":[{"product_name":"a","quantity":1,"amount":1,"tax_rate":0.25}]}', PaymentsCreateRequest),
    ).toMatchObject({
      order_details: [{ tax_rate: 0.25 }],
    });
  });

  it('a body that is not JSON is refused', () => {
    expect(() => validBody(undefined, PaymentsCaptureRequest)).toThrow(new BodyError('Content type error'));
    expect(read('{}', PaymentsCaptureRequest)).toBeInstanceOf(PaymentsCaptureRequest);
  });

  it('an error never contains a card number', () => {
    for (const number of ['"4111111111111112"', '4111111111111111', '["4111111111111111"]', '"4111x111111111111"']) {
      expect(fault(`{"payment_method_data":{"card":{"card_number":${number}}}}`)).not.toMatch(/4111/);
    }
  });
});
