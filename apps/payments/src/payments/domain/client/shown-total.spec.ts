import { minorUnits, money, type Money } from '@payorch/kernel';
import { aContext, aPayment, cardFields, create, paymentOf } from '../../../../test/builders';
import { confirmPayment } from '../decide/confirm-payment';
import { updatePayment } from '../decide/update-payment';
import type { Decision } from '../decision';
import type { Payment } from '../payment';

const merchant = { kind: 'merchant' } as const;
const aboutOf = ({ merchantId, paymentId }: Payment) => ({ merchantId, paymentId, callerIp: null });
const refusalOf = (decision: Decision) => {
  if (decision.kind !== 'refused') throw new Error('the decision is no refusal');
  return decision;
};
const shown = (amount: bigint, currency: Money['currency'] = 'EUR') => ({ shownTotal: money(amount, currency) });

const confirm = (payment: Payment, more: object, details = {}) =>
  confirmPayment(
    payment,
    {
      ...aboutOf(payment),
      caller: { kind: 'client', clientSecret: payment.clientSecret },
      fields: { details },
      ...more,
    },
    aContext(),
  );
const changed = (fields: object): Payment =>
  paymentOf(
    updatePayment(
      aPayment.unconfirmed(),
      { ...aboutOf(aPayment.unconfirmed()), caller: merchant, confirm: null, fields: { details: {}, ...fields } },
      aContext(),
    ),
  );

it.each<[string, object, string]>([
  ['amount', { amount: minorUnits(1150n) }, 'EUR 11.50'],
  ['currency', { currency: 'USD' }, 'USD 10.50'],
  ['shipping cost', { shippingCost: minorUnits(1n) }, 'EUR 10.51'],
  ['order tax', { orderTaxAmount: minorUnits(2n) }, 'EUR 10.52'],
  ['surcharge', { surchargeAmount: minorUnits(3n) }, 'EUR 10.53'],
  ['tax of the surcharge', { surchargeTaxAmount: minorUnits(4n) }, 'EUR 10.54'],
])('a changed %s is not charged for the total that was shown, and the refusal names the new one', (_, fields, total) =>
  expect(refusalOf(confirm(changed(fields), shown(1050n)))).toMatchObject({
    code: 'other_total',
    details: { shown: 'EUR 10.50', total },
  }),
);

it('the total that holds is charged, and a caller that has shown none is not asked for one', () => {
  expect(confirm(aPayment.unconfirmed(), shown(1050n)).kind).toBe('decided');
  expect(confirm(changed({ shippingCost: minorUnits(1n) }), shown(1051n)).kind).toBe('decided');
  expect(confirm(changed({ amount: minorUnits(1150n) }), {}).kind).toBe('decided');
});

it.each([true, null])('an update with confirm %s is refused for another total, too', (isConfirmed) => {
  const payment = changed({ amount: minorUnits(1150n) });
  const update = (total: bigint, fields = {}) =>
    updatePayment(
      payment,
      {
        ...aboutOf(payment),
        caller: merchant,
        confirm: isConfirmed,
        fields: { details: {}, ...fields },
        ...shown(total),
      },
      aContext(),
    );
  expect(refusalOf(update(1050n))).toMatchObject({ code: 'other_total' });
  expect(update(1150n).kind).toBe('decided');
  expect(update(1250n, { amount: minorUnits(1250n) }).kind).toBe('decided');
});

it('a total with the interest of the chosen plan is that with which the customer pays', () => {
  const installments = [{ number_of_installments: 3, billing_frequency: 'month', interest_rate: 10 }];
  const details = { installment_options: [{ payment_method: 'card', installments }] };
  const offering = paymentOf(create(cardFields({ details }), false));
  const plan = { installment_data: { number_of_installments: 3, billing_frequency: 'month' } };
  expect(confirm(offering, shown(1155n), plan).kind).toBe('decided');
  expect(refusalOf(confirm(offering, shown(1050n), plan)).details).toMatchObject({ total: 'EUR 11.55' });
});
