import { MerchantConnectorCreate, PaymentsCreateRequest } from '@payorch/rest';
import { BodyError } from '../errors';
import { validBody } from './body';
import { readJson } from './json';

const errorOf = (body: unknown, dto: new () => object = PaymentsCreateRequest): BodyError => {
  try {
    validBody(readJson(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))), dto);
  } catch (error) {
    if (error instanceof BodyError) return error;
  }
  throw new Error('was accepted');
};
const fieldsOf = (body: unknown, dto?: new () => object) => errorOf(body, dto).fields;
const card = { card_number: '4242424242424242', card_exp_month: '10', card_exp_year: '35', card_cvc: '123' };

describe('the list of problems of a body', () => {
  it('names every problem in the order of the text, the one of the message first', () => {
    const body = {
      currency: 'EURO',
      amount: '5',
      payment_method_data: { card: { ...card, card_number: '4242424242424241', card_cvc: 123 } },
      order_details: [
        { product_name: 'Tea', quantity: 1, amount: 1 },
        { quantity: -1, amount: 1 },
      ],
      amuont: 5,
    };
    const { message, fields } = errorOf(body);
    expect(message).toMatch(/^Json deserialize error: unknown variant `EURO`, expected one of `AED`/);
    expect(fields).toEqual([
      { field: 'currency', message: 'unknown variant, expected one of 160 names', code: 'IR_06', nearest: 'EUR' },
      { field: 'amount', message: 'invalid type: string, expected amount as integer', code: 'IR_06' },
      { field: 'payment_method_data.card.card_number', message: 'card number invalid', code: 'IR_06' },
      {
        field: 'payment_method_data.card.card_cvc',
        message: 'invalid type: integer, expected a string',
        code: 'IR_06',
      },
      {
        field: 'order_details[1].quantity',
        message: 'invalid value: integer, expected u32',
        code: 'IR_06',
      },
      { field: 'order_details[1].product_name', message: 'missing field `product_name`', code: 'IR_06' },
      {
        field: 'amuont',
        message: expect.stringMatching(/^unknown field, expected one of \d+ names$/) as string,
        code: 'IR_06',
        nearest: 'amount',
      },
    ]);
  });

  it.each<[object, string | undefined]>([
    [{ curency: 'EUR' }, 'currency'],
    [{ captureMethod: 'manual' }, 'capture_method'],
    [{ capture_method: 'manuel' }, 'manual'],
    [{ payment_method_data: { voucher: 'oxxxo' } }, 'oxxo'],
    [{ payment_method: 'crypto_coin' }, undefined],
    [{ zzz: 1 }, undefined],
  ])('%j: the nearest name is %s', (body, nearest) => expect(fieldsOf(body)[0]?.nearest).toBe(nearest));

  it('quotes no value of the body', () => {
    const secret = 'a_secret_4242424242424242';
    const bodies: [unknown, (new () => object)?][] = [
      [
        {
          payment_method_data: {
            card: { ...card, card_number: secret, card_exp_month: [secret], card_cvc: { secret } },
          },
        },
      ],
      [{ payment_method_data: { card: secret }, metadata: secret, browser_info: secret, return_url: secret }],
      [{ payment_id: `${secret}/`, currency: secret, order_date: secret, amount: secret }],
      [{ connector_type: secret, connector_account_details: secret }, MerchantConnectorCreate],
    ];
    for (const [body, dto] of bodies) {
      const fields = fieldsOf(body, dto);
      expect(fields.length).toBeGreaterThan(0);
      expect(JSON.stringify(fields)).not.toMatch(/a_secret|4242/);
    }
  });

  it('shortens a name that the caller made up, and hides the digits of a card in it', () => {
    expect(fieldsOf({ 'card 4242424242424242': 1 })[0]?.field).toBe('card …');
    expect(fieldsOf({ ['x'.repeat(500)]: 1 })[0]?.field).toBe(`${'x'.repeat(64)}…`);
  });

  it('has at most 20 problems, and few bytes for each', () => {
    const body = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`field_${index}`, 1]));
    expect(fieldsOf(body)).toHaveLength(20);
    expect(JSON.stringify(fieldsOf(body)).length).toBeLessThan(3_000);
  });

  it('names the body where it is no object, and a number that no double can hold', () => {
    expect(fieldsOf([])).toEqual([
      { field: 'body', message: 'invalid type: sequence, expected struct PaymentsCreateRequest', code: 'IR_06' },
    ]);
    expect(fieldsOf('{"metadata":{"n":[12345678901234567890]}}')).toEqual([
      { field: 'metadata.n[0]', message: 'number out of range', code: 'IR_06' },
    ]);
  });

  it('is empty for a text that is not JSON', () => {
    expect(() => validBody(undefined, PaymentsCreateRequest)).toThrow(new BodyError('Content type error', []));
  });
});
