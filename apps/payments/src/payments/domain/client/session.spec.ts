import type { Caller, PaymentFields } from '@payorch/contracts';
import { errorBody } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import {
  aContext,
  aPayment,
  cardFields,
  create,
  receive,
  later,
  now,
  paymentOf,
  profileId,
  sum,
} from '../../../../test/builders';
import { cancelPayment } from '../decide/cancel-payment';
import type { Payment } from '../payment';
import { statusOf } from '../payment.status';
import { sessionOf } from './session';

const clientOf = ({ clientSecret }: Payment): Caller => ({ kind: 'client', clientSecret });
const sessionFor = (payment: Payment, caller = clientOf(payment), at = now) => {
  const session = sessionOf(payment, caller, { now: at, rules: undefined });
  if (!('kind' in session)) return session;
  const { error } = errorBody(session).body;
  return `${error['code']} ${error['message']}`;
};
const made = (fields: Partial<PaymentFields>) => paymentOf(create(cardFields(fields), false));
const billing = (country: string) => ({ address: { country, city: 'Berlin' } });
const cancelled = () =>
  paymentOf(cancelPayment(aPayment.unconfirmed(), { ...aPayment.unconfirmed(), cancellationReason: null }, aContext()));

it('a session has the total, the customer’s e-mail and the country', () =>
  expect(
    sessionFor(
      made({
        shippingCost: minorUnits(50n),
        customer: { name: null, email: 'jo@example.com', phone: null, phoneCountryCode: null },
        details: { billing: billing('DE') },
      }),
    ),
  ).toEqual({
    profileId,
    money: sum('11.00', 'EUR'),
    captureMethod: null,
    country: 'DE',
    email: 'jo@example.com',
  }));

it.each([
  ['of the method, before the payment’s', { paymentMethodData: { billing: billing('FR') } }, 'DE', 'FR'],
  ['of the payment, where the method has none', { paymentMethodData: { billing: null } }, 'DE', 'DE'],
  ['that is absent', {}, null, null],
] as const)('takes the country of the billing address %s', (_, fields, country, expected) =>
  expect(sessionFor(made({ ...fields, details: country === null ? {} : { billing: billing(country) } }))).toMatchObject(
    {
      country: expected,
    },
  ),
);

describe('the status', () => {
  it.each([
    ['requires_payment_method', aPayment.withoutMethod],
    ['requires_confirmation', aPayment.unconfirmed],
    ['requires_customer_action', aPayment.challenged],
    ['requires_capture', aPayment.authorized],
    ['processing', aPayment.authorizing],
    ['cancelled', cancelled],
    ['expired', () => paymentOf(receive(aPayment.challenged(), { kind: 'absent' }))],
  ] as const)('a payment that is %s gets a session', (status, payment) => {
    expect(statusOf(payment())).toBe(status);
    expect(sessionFor(payment())).toMatchObject({ money: sum('10.50', 'EUR') });
  });

  it.each([
    ['succeeded', aPayment.charged],
    ['failed', () => aPayment.declined()],
  ] as const)('a payment that %s gets none', (status, payment) =>
    expect(sessionFor(payment())).toBe(
      `IR_16 You cannot create a session token for this payment because it has status ${status}`,
    ),
  );
});

describe('a client', () => {
  const wrong = 'IR_09 The client_secret provided does not match the client_secret associated with the Payment';

  it('with a wrong secret learns nothing, not even the status', () => {
    const stranger: Caller = { kind: 'client', clientSecret: 'pay_1_secret_other' };
    expect([sessionFor(aPayment.unconfirmed(), stranger), sessionFor(aPayment.charged(), stranger)]).toEqual([
      wrong,
      wrong,
    ]);
  });

  it('is served until its session is over', () => {
    const payment = aPayment.unconfirmed();
    expect(sessionFor(payment, clientOf(payment), later(900))).toMatchObject({ profileId });
    expect(sessionFor(payment, clientOf(payment), later(901))).toBe('IR_08 The provided client_secret has expired');
  });
});
