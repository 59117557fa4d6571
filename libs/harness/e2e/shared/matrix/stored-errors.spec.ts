import { aMerchant, cardFields, ok, paymentBody, sharedSystem, type TestMerchant } from '@payorch/harness';
import {
  absent,
  idLike,
  listing,
  missing,
  noConnector,
  notAllowed,
  precondition,
  refusal,
  statusAndBody,
  wrongFormat,
  type StatusAndBody,
} from '../../support/wire';

/** Refused payments with mandates and saved payment methods, and refused set-ups of them. */
const system = sharedSystem();
let merchant: TestMerchant;
let stored: { readonly payment_method_id: string; readonly mandate_id: string };

const money = { amount: 6540, currency: 'USD' };
const acceptance = {
  acceptance_type: 'online',
  accepted_at: '2026-01-05T10:00:00.000Z',
  online: { ip_address: '10.0.0.1', user_agent: 'x' },
};
const mandate = { mandate_data: { mandate_type: { multi_use: null } } };
const customer = { customer_id: 'cus_1' };
beforeAll(async () => {
  merchant = await aMerchant(system);
  const mandate_data = { ...mandate.mandate_data, customer_acceptance: acceptance };
  stored = ok(
    await merchant.api.post('/payments', paymentBody({ ...customer, mandate_data, setup_future_usage: 'off_session' })),
  ) as never;
  expect(stored).toMatchObject({ payment_method_id: idLike('pm'), mandate_id: idLike('man') });
});

const byMandate = { recurring_details: { type: 'mandate_id', data: 'man_1' } };
const byMethod = { recurring_details: { type: 'payment_method_id', data: 'pm_1' } };
const charge = { ...money, ...customer, confirm: true, off_session: true };
const invalid = (reason: string) => refusal(400, 'HE_03', 'Mandate Validation Failed', { reason });
const bothMandates = listing(
  invalid('Expected one out of recurring_details and mandate_data but got both'),
  'recurring_details',
  'confirm',
  'off_session',
);

type Row = readonly [string, object | (() => object), StatusAndBody];

const mandates: readonly Row[] = [
  [
    'without a customer',
    { ...money, ...mandate },
    listing(precondition('`customer_id` is mandatory for mandates'), 'customer_id', 'setup_future_usage'),
  ],
  [
    'for this session',
    { ...money, ...mandate, ...customer, setup_future_usage: 'on_session' },
    precondition('`setup_future_usage` must be `off_session` for mandates'),
  ],
  [
    'for no session',
    { ...money, ...mandate, ...customer },
    precondition('`setup_future_usage` must be `off_session` for mandates'),
  ],
  ['and a stored one', { ...money, ...customer, ...mandate, ...byMandate }, bothMandates],
  [
    'that is new and another’s update',
    { ...money, ...customer, mandate_data: { ...mandate.mandate_data, update_mandate_id: 'man_1' } },
    listing(
      notAllowed("Only one field out of 'mandate_type' and 'update_mandate_id' was expected, found both"),
      'mandate_data',
      'setup_future_usage',
    ),
  ],
  [
    'that is another’s update, for no session',
    { ...money, ...customer, setup_future_usage: 'on_session', mandate_data: { update_mandate_id: 'man_1' } },
    precondition('`setup_future_usage` must be `off_session` for mandates'),
  ],
  [
    'of less than nothing',
    { ...money, mandate_data: { mandate_type: { multi_use: { amount: -1, currency: 'USD' } } } },
    listing(
      wrongFormat('amount', 'positive integer'),
      'mandate_data.mandate_type',
      'customer_id',
      'setup_future_usage',
    ),
  ],
];

const named: readonly Row[] = [
  [
    'and a token',
    { ...money, ...byMandate, payment_token: 'token_1' },
    listing(
      precondition('Expected one out of recurring_details and payment_token but got both'),
      'payment_token',
      'customer_id',
      'confirm',
      'off_session',
    ),
  ],
  [
    'and a mandate',
    { ...money, ...byMandate, mandate_id: 'man_1' },
    listing(
      precondition('Expected one out of recurring_details and mandate_id but got both'),
      'mandate_id',
      'customer_id',
      'confirm',
      'off_session',
    ),
  ],
  [
    'and a card',
    { ...charge, ...byMandate, ...cardFields() },
    notAllowed('Mandate payments cannot have payment_method_data field'),
  ],
  [
    'with is_stored_credential false',
    { ...charge, ...byMandate, is_stored_credential: false },
    notAllowed('is_stored_credential should be true when reusing stored payment method data'),
  ],
  ['by an unknown mandate', { ...charge, ...byMandate }, absent('Mandate does not exist in our records')],
  [
    'by the deprecated field with an unknown mandate',
    { ...charge, mandate_id: 'man_1' },
    absent('Mandate does not exist in our records'),
  ],
  ['that is unknown', { ...charge, ...byMethod }, absent('Payment method does not exist in our records')],
  [
    'of another customer',
    () => ({
      ...charge,
      customer_id: 'cus_2',
      recurring_details: { type: 'payment_method_id', data: stored.payment_method_id },
    }),
    precondition('The payment_method_id is not valid'),
  ],
  [
    'by a mandate of another customer',
    () => ({ ...charge, customer_id: 'cus_2', mandate_id: stored.mandate_id }),
    precondition('customer_id must match mandate customer_id'),
  ],
  [
    'by a card without its number',
    { ...charge, recurring_details: { type: 'card_with_limited_data', data: {} } },
    listing(
      wrongFormat('recurring_details.data', 'card_with_limited_data'),
      'recurring_details.data',
      'recurring_details.data.card_number',
      'payment_method',
    ),
  ],
  [
    'by the processor’s own id without a payment method',
    { ...charge, recurring_details: { type: 'processor_payment_token', data: { processor_payment_token: 'tok' } } },
    missing('payment_method'),
  ],
  [
    'by the processor’s own id at an unknown account',
    {
      ...charge,
      payment_method: 'card',
      payment_method_type: 'credit',
      recurring_details: {
        type: 'processor_payment_token',
        data: { processor_payment_token: 'tok', merchant_connector_id: 'mca_none' },
      },
    },
    absent('Merchant connector account does not exist in our records', { reason: 'mca_none' }),
  ],
  [
    'by a network transaction at processors that take none',
    {
      ...charge,
      recurring_details: {
        type: 'network_transaction_id_and_card_details',
        data: {
          card_number: '4242424242424242',
          card_exp_month: '10',
          card_exp_year: '2030',
          card_holder_name: 'Jo',
          network_transaction_id: 'nti_1',
        },
      },
    },
    noConnector,
  ],
  ...[byMandate, byMethod].flatMap((recurring): Row[] => [
    [
      `${recurring.recurring_details.type} without a customer`,
      { ...money, ...recurring },
      listing(missing('customer_id'), 'customer_id', 'confirm', 'off_session'),
    ],
    [
      `${recurring.recurring_details.type} without confirm`,
      { ...money, ...recurring, ...customer },
      listing(missing('confirm'), 'confirm', 'off_session'),
    ],
    [
      `${recurring.recurring_details.type}, to be confirmed later`,
      { ...money, ...recurring, ...customer, confirm: false },
      listing(precondition('`confirm` must be `true` for mandates'), 'confirm', 'off_session'),
    ],
    [
      `${recurring.recurring_details.type} without off_session`,
      { ...money, ...recurring, ...customer, confirm: true },
      missing('off_session'),
    ],
    [
      `${recurring.recurring_details.type} while the customer is there`,
      { ...money, ...recurring, ...customer, confirm: true, off_session: false },
      precondition('`off_session` should be `true` for mandates'),
    ],
  ]),
];

const expectRefused = async (body: object | (() => object), expected: StatusAndBody) =>
  expect(statusAndBody(await merchant.api.post('/payments', typeof body === 'function' ? body() : body))).toEqual(
    expected,
  );

it.each(mandates)('a payment with a mandate is refused: %s', (_, body, expected) => expectRefused(body, expected));
it.each(named)('a payment with a saved payment method is refused: %s', (_, body, expected) =>
  expectRefused(body, expected),
);

it('an update with a new and an existing mandate is refused', async () => {
  const { payment_id } = ok(await merchant.api.post('/payments', money));
  const both = { ...customer, ...mandate, ...byMandate };
  expect(statusAndBody(await merchant.api.post(`/payments/${payment_id}`, both))).toEqual(bothMandates);
});
