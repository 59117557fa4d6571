import { requiredFieldsAt } from '@payorch/connectors/catalogue';
import { paymentMethodRows, type PaymentMethodRow } from '@payorch/contracts';
import { PaymentMethodDataRequest, shapeOf } from '@payorch/rest';

/** Values that the SDK of a wallet fills in, and no customer. */
const fromSdk = new Set([
  ...['amazon_pay', 'apple_pay', 'google_pay', 'paypal_sdk', 'paze', 'samsung_pay', 'klarna_sdk'],
]);

/** The paths of the values that a request with this data must have. */
function requiredPaths({ dataKey, dataName }: PaymentMethodRow): string[] {
  const family = shapeOf(PaymentMethodDataRequest).nested[dataKey];
  const data = family && dataName !== null ? shapeOf(family).nested[dataName] : family;
  if (!data || dataName === null || fromSdk.has(dataName)) return [];
  return shapeOf(data).required.map((name) => `payment_method_data.${dataKey}.${dataName}.${name}`);
}

const named = paymentMethodRows.filter(({ paymentMethod }) => !['card', 'network_token'].includes(paymentMethod));
const described = (row: PaymentMethodRow) => requiredFieldsAt({ connector: 'stripe_test', ...row }, false);

it.each(named.filter(described).map((row) => [`${row.paymentMethod} ${row.paymentMethodType} ${row.dataName}`, row]))(
  'the test processor asks the customer for what a request must have: %s',
  (_, row) => {
    const paths = Object.values(described(row as PaymentMethodRow)!).map(({ required_field }) => required_field);
    expect(paths.sort()).toEqual(requiredPaths(row as PaymentMethodRow).sort());
  },
);

it('a type is described unless a request must have a value for which the interface has no field', () => {
  const left = named.filter((row) => !described(row));
  expect(left.map(({ paymentMethodType }) => paymentMethodType)).toEqual([
    ...['mb_way', 'eft', 'online_banking_czech_republic', 'online_banking_fpx', 'online_banking_slovakia'],
    ...['online_banking_thailand', 'sepa_guarenteed_debit', 'bhn_card_network'],
  ]);
  for (const row of left) expect([row.dataName, requiredPaths(row)]).toEqual([row.dataName, [expect.any(String)]]);
});

it('the test processor asks for nothing where the wallet or the processor asks', () => {
  for (const [paymentMethod, paymentMethodType] of [
    ['wallet', 'google_pay'],
    ['bank_redirect', 'ideal'],
    ['voucher', 'oxxo'],
  ] as const)
    expect(requiredFieldsAt({ connector: 'stripe_test', paymentMethod, paymentMethodType }, false)).toEqual({});
});
