import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import fc from 'fast-check';
import { checkDto, type Violation } from './check';
import {
  CreateApiKeyRequest,
  MerchantConnectorCreate,
  PaymentsCancelRequest,
  PaymentsCreateRequest,
  ProfileCreate,
} from './generated';
import { WireNumber } from './json';

type Dto = new () => object;
const violationsOf = (dto: Dto, value: unknown): readonly Violation[] => {
  const checked = checkDto(dto, value);
  return checked.kind === 'valid' ? [] : checked.violations;
};
const only = (dto: Dto, value: unknown): Violation => {
  const violations = violationsOf(dto, value);
  expect(violations).toHaveLength(1);
  return violations[0]!;
};

const card = { card_number: '4242 4242 4242 4242', card_exp_month: '10', card_exp_year: '30', card_cvc: '123' };
const payment = {
  amount: 6540,
  currency: 'USD',
  confirm: true,
  customer: { id: 'cus_1', phone: '5551234', phone_country_code: '+1' },
  payment_method: 'card',
  payment_method_data: { card, billing: { address: { city: 'Oslo', country: 'NO' } } },
  order_details: [{ product_name: 'Tea', quantity: 1, amount: 6540 }],
  allowed_payment_method_types: ['credit', 'debit'],
  metadata: { any: { thing: [1, null, 'x'] } },
  return_url: 'https://acme.example/done',
  order_date: '2026-01-05T10:00:00.000Z',
  routing: 'stripe_test',
};

describe('checkDto', () => {
  it('checkDto makes an instance of the class and of nested classes', () => {
    const checked = checkDto(PaymentsCreateRequest, payment);
    expect(checked.kind).toBe('valid');
    const value = (checked as { value: PaymentsCreateRequest }).value;
    expect(value).toBeInstanceOf(PaymentsCreateRequest);
    expect(value.payment_method_data?.card?.constructor.name).toBe('Card');
    expect(value.payment_method_data?.card?.card_number).toBe('4242424242424242');
    expect(JSON.parse(JSON.stringify(value))).toEqual({
      ...payment,
      payment_method_data: { ...payment.payment_method_data, card: { ...card, card_number: '4242424242424242' } },
    });
  });

  it('checkDto drops unknown fields of an open class, and does not change its input', () => {
    const given = { cancellation_reason: 'changed mind', merchant_id: 'other' };
    expect(checkDto(PaymentsCancelRequest, given)).toEqual({
      kind: 'valid',
      value: Object.assign(new PaymentsCancelRequest(), { cancellation_reason: 'changed mind' }),
    });
    expect(given).toEqual({ cancellation_reason: 'changed mind', merchant_id: 'other' });
  });

  it.each([
    [{ amount: 'x' }, ['amount'], 'value', 'invalid type: string "x", expected amount as integer'],
    [{ amount: 10.5 }, ['amount'], 'value', 'invalid type: floating point `10.5`, expected amount as integer'],
    [{ amount: -1 }, ['amount'], 'value', 'invalid value: integer `-1`, expected a positive integer'],
    [{ amount: true }, ['amount'], 'value', 'invalid type: boolean `true`, expected amount as integer'],
    [
      { amount: new WireNumber('1.0', 1) },
      ['amount'],
      'value',
      'invalid type: floating point `1.0`, expected amount as integer',
    ],
    [
      { amount: new WireNumber('9007199254740993', 9007199254740992) },
      ['amount'],
      'value',
      'invalid value: integer `9007199254740993`, expected amount as integer',
    ],
    [{ amount_to_capture: [] }, ['amount_to_capture'], 'value', 'invalid type: sequence, expected i64'],
    [{ session_expiry: -5 }, ['session_expiry'], 'value', 'invalid value: integer `-5`, expected u32'],
    [{ session_expiry: 4294967296 }, ['session_expiry'], 'value', 'invalid value: integer `4294967296`, expected u32'],
    [{ confirm: 'true' }, ['confirm'], 'value', 'invalid type: string "true", expected a boolean'],
    [{ description: 5 }, ['description'], 'value', 'invalid type: integer `5`, expected a string'],
    [{ metadata: 'x' }, ['metadata'], 'value', 'invalid type: string "x", expected a map'],
    [{ billing: 'x' }, ['billing'], 'value', 'invalid type: string "x", expected struct Address'],
    [{ order_details: {} }, ['order_details'], 'value', 'invalid type: map, expected a sequence'],
    [
      { order_details: [1] },
      ['order_details', 0],
      'value',
      'invalid type: integer `1`, expected struct OrderDetailsWithAmount',
    ],
    [{ order_details: [{ quantity: 1, amount: 1 }] }, ['order_details', 0], 'end', 'missing field `product_name`'],
    [{ payment_id: '' }, ['payment_id'], 'value', 'the minimum required length for this field is 1'],
    [
      { payment_id: 'x'.repeat(31) },
      ['payment_id'],
      'value',
      'payment_id must be at most 30 characters long. Received 31 characters',
    ],
    [{ payment_id: 'pay/1' }, ['payment_id'], 'value', 'value `pay/1` contains invalid character `/`'],
    [{ return_url: 'acme.example' }, ['return_url'], 'end', 'relative URL without a base: "acme.example"'],
    [
      { return_url: 'javascript:alert(1)' },
      ['return_url'],
      'value',
      'invalid value: string "javascript:alert(1)", expected an http or https URL',
    ],
    [
      { return_url: 'https://a:b@c.example/' },
      ['return_url'],
      'value',
      'invalid value: string "https://a:b@c.example/", expected an http or https URL',
    ],
    [
      { order_date: '2026-02-30T10:00:00Z' },
      ['order_date'],
      'value',
      'invalid value: string "2026-02-30T10:00:00Z", expected an ISO 8601 date-time',
    ],
    [
      { billing: { address: { zipp: '1' } } },
      ['billing', 'address', 'zipp'],
      'key',
      'unknown field `zipp`, expected one of `city`, `country`, `line1`, `line2`, `line3`, `zip`, `state`, `first_name`, `last_name`, `origin_zip`',
    ],
    [
      { capture_method: 'later' },
      ['capture_method'],
      'value',
      'unknown variant `later`, expected one of `automatic`, `manual`, `manual_multiple`, `scheduled`, `sequential_automatic`',
    ],
    [
      { setup_future_usage: 'x' },
      ['setup_future_usage'],
      'value',
      'unknown variant `x`, expected `off_session` or `on_session`',
    ],
    [{ currency: 5 }, ['currency'], 'value', 'invalid type: integer `5`, expected string or map'],
    [
      { mandate_data: { mandate_type: {} } },
      ['mandate_data', 'mandate_type'],
      'value',
      'invalid value: map, expected map with a single key',
    ],
    [
      { payment_method_data: { card: null } },
      ['payment_method_data', 'card'],
      'value',
      'invalid type: null, expected struct Card',
    ],
    [
      { payment_method_data: { card, crypto: {} } },
      ['payment_method_data'],
      'value',
      'invalid value: map, expected map with a single key',
    ],
    [
      { payment_method_data: { card: { ...card, card_number: '4242424242424241' } } },
      ['payment_method_data', 'card', 'card_number'],
      'value',
      'card number invalid',
    ],
    [
      { payment_method_data: { card: { ...card, card_number: 4242424242424242 } } },
      ['payment_method_data', 'card', 'card_number'],
      'value',
      'invalid type: integer, expected a string',
    ],
  ] as const)('the body %j has one violation', (body, path, at, message) => {
    // The texts without values, and the closed sets, have a table of their own below.
    const { plain: _, outside, lacks, ...violation } = only(PaymentsCreateRequest, body);
    expect(violation).toEqual({ path, at, message });
    expect([outside === undefined, lacks]).toEqual([
      !message.startsWith('unknown '),
      message.startsWith('missing ') ? 'product_name' : undefined,
    ]);
  });

  it('a length counts characters, not UTF-16 units', () => {
    const city = (text: string) => violationsOf(PaymentsCreateRequest, { billing: { address: { city: text } } });
    expect(city('😀'.repeat(50))).toEqual([]);
    expect(city('😀'.repeat(51))[0]?.message).toBe('city must be at most 50 characters long. Received 51 characters');
  });

  it.each([null, undefined, [], 'x', 5])('a DTO requires an object, not %j', (value) => {
    expect(only(ProfileCreate, value).message).toMatch(/^invalid type: .*expected struct ProfileCreate$/);
  });

  it('every missing field is named', () => {
    const lacking = (name: string) => {
      const message = `missing field \`${name}\``;
      return { path: [], at: 'end', message, plain: message, lacks: name };
    };
    expect(violationsOf(CreateApiKeyRequest, {})).toEqual([lacking('name'), lacking('expiration')]);
  });

  it.each<[object, string, object | undefined]>([
    [{ amount: 'sk_secret' }, 'invalid type: string, expected amount as integer', undefined],
    [{ amount: 1.5 }, 'invalid type: floating point, expected amount as integer', undefined],
    [{ amount: -77 }, 'invalid value: integer, expected a positive integer', undefined],
    [{ payment_id: 'pay/1' }, 'value contains an invalid character', undefined],
    [{ return_url: 'acme.example' }, 'relative URL without a base', undefined],
    [
      { setup_future_usage: 'of_session' },
      'unknown variant, expected `off_session` or `on_session`',
      { given: 'of_session', known: ['off_session', 'on_session'] },
    ],
    [
      { currency: 'EURO' },
      'unknown variant, expected one of 160 names',
      { given: 'EURO', known: expect.arrayContaining(['EUR']) as unknown },
    ],
    [
      { mandate_data: { mandate_typ: {} } },
      'unknown field, expected one of `update_mandate_id`, `customer_acceptance`, `mandate_type`',
      { given: 'mandate_typ', known: ['update_mandate_id', 'customer_acceptance', 'mandate_type'] },
    ],
  ])('the plain text of %j quotes nothing of the body', (body, plain, outside) => {
    const violation = only(PaymentsCreateRequest, body);
    expect([violation.plain, violation.outside]).toEqual([plain, outside]);
  });

  it.each([
    ['never', undefined],
    ['2030-01-01T00:00:00.000Z', undefined],
    ['tomorrow', 'invalid value: string "tomorrow", expected an ISO 8601 date-time'],
    ['2030-01-01T00:00:00', 'invalid value: string "2030-01-01T00:00:00", expected an ISO 8601 date-time'],
  ])('the expiration %s is checked: %s', (expiration, message) => {
    expect(violationsOf(CreateApiKeyRequest, { name: 'k', expiration })[0]?.message).toBe(message);
  });

  it('null equals absence where the interface allows it, and is refused elsewhere', () => {
    expect(
      violationsOf(PaymentsCreateRequest, { billing: null, amount: null, order_details: null, routing: null }),
    ).toEqual([]);
    expect(only(ProfileCreate, { is_click_to_pay_enabled: null }).message).toBe(
      'invalid type: null, expected a boolean',
    );
  });
});

describe('the plan and class-validator', () => {
  const leaves = (errors: readonly ValidationError[], path: readonly string[] = []): string[] =>
    errors.flatMap(({ property, constraints, children }) => [
      ...(constraints ? [[...path, property].join('.')] : []),
      ...leaves(children ?? [], [...path, property]),
    ]);
  const libraryFinds = (dto: Dto, value: object): string[] =>
    leaves(validateSync(plainToInstance(dto, value), { forbidUnknownValues: false }));
  /** A missing field is a violation of the object in the plan, and of the property in class-validator. */
  const planFinds = (dto: Dto, value: object): string[] =>
    violationsOf(dto, value).map(({ path, lacks }) => (lacks === undefined ? path : [...path, lacks]).join('.'));

  const anything = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.constant(null),
    fc.constant({}),
  );
  const bodies = fc.record(
    {
      amount: fc.oneof(fc.nat(), anything),
      currency: fc.oneof(fc.constantFrom('USD', 'JPY'), anything),
      confirm: fc.oneof(fc.boolean(), anything),
      payment_id: fc.oneof(fc.string({ maxLength: 40 }), anything),
      return_url: fc.oneof(fc.webUrl(), anything),
      order_date: fc.oneof(fc.constant('2026-01-05T10:00:00Z'), anything),
      metadata: fc.oneof(fc.constant({ a: 1 }), fc.string()),
      billing: fc.record(
        { email: anything, phone: fc.record({ number: anything }, { requiredKeys: [] }) },
        { requiredKeys: [] },
      ),
      order_details: fc.array(
        fc.record({ product_name: anything, quantity: anything, amount: anything }, { requiredKeys: [] }),
        { maxLength: 3 },
      ),
      browser_info: fc.record({ color_depth: anything, java_enabled: anything }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  );

  it('the plan and class-validator find the same invalid fields', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        expect(planFinds(PaymentsCreateRequest, body).sort()).toEqual(libraryFinds(PaymentsCreateRequest, body).sort());
      }),
    );
  });

  it('the plan and class-validator agree on a connector account', () => {
    const body = {
      connector_type: 'payment_processor',
      connector_name: 'stripe_test',
      test_mode: 'yes',
      disabled: null,
    };
    expect(planFinds(MerchantConnectorCreate, body)).toEqual(['test_mode']);
    expect(libraryFinds(MerchantConnectorCreate, body)).toEqual(['test_mode']);
  });
});
