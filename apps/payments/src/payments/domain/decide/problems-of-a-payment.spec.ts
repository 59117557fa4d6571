import { errorBody, type PaymentFields } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import { aContext, aPayment, cardFields, create, later, merchantId, paymentId } from '../../../../test/builders';
import type { Decision } from '../decision';
import { capturePayment } from '../captures/capture-payment';
import { confirmPayment } from './confirm-payment';

/** The problems of a refused request as `field: code`; undefined where the error body has no list. */
function problemsOf(decision: Decision): readonly string[] | undefined {
  if (decision.kind !== 'refused') throw new Error(`not refused: ${decision.kind}`);
  return errorBody(decision).body.error.fields?.map(({ field, code }) => `${field}: ${code}`);
}

const plan = { number_of_installments: 3, billing_frequency: 'month' };

/** What only the whole payment shows to be wrong, beyond the request. */
const wrong = {
  amountToCapture: minorUnits(1_000n),
  captureMethod: 'automatic',
  setupFutureUsage: 'off_session',
  details: { enable_overcapture: true, installment_data: plan, external_surcharge_strategy: 'apply' },
} as const satisfies Partial<PaymentFields>;
const ofFields = ['amount_to_capture: IR_16', 'enable_overcapture: IR_16'];
const ofConfirmation = ['installment_data: IR_06', 'external_surcharge_strategy: IR_00', 'customer_id: IR_16'];

describe('the problems of a payment', () => {
  it.each<[string, () => Decision, readonly string[] | undefined]>([
    ['without currency and amount', () => create({ details: {} }, null), ['currency: IR_04', 'amount: IR_04']],
    ['that is created', () => create(cardFields(wrong), null), ofFields],
    ['that is created and confirmed', () => create(cardFields(wrong), true), [...ofFields, ...ofConfirmation]],
    [
      'that is confirmed without a payment method',
      () => create({ ...cardFields(wrong), paymentMethod: null, card: undefined as never }, true),
      [...ofFields, 'payment_method_data: IR_06', ...ofConfirmation],
    ],
    [
      'with a token of nothing: what does not depend on the payment method is listed',
      () => {
        const details = { ...wrong.details, payment_token: 'token_other' };
        return create(cardFields({ ...wrong, details, card: undefined as never }), true);
      },
      ['payment_token: IR_29', ...ofFields],
    ],
    ['with one problem', () => create(cardFields({ setupFutureUsage: 'off_session' }), true), undefined],
  ])('%s', (_, decide, problems) => expect(problemsOf(decide())).toEqual(problems));

  it('are listed to the merchant; a client learns of the fields that it may set', () => {
    const payment = { ...aPayment.unconfirmed(), ...wrong };
    const confirmBy = (caller: Parameters<typeof confirmPayment>[1]['caller']): Decision =>
      confirmPayment(
        payment,
        { merchantId, paymentId, caller, fields: { details: {} }, callerIp: null },
        aContext({ now: later(1) }),
      );
    expect(problemsOf(confirmBy({ kind: 'merchant' }))).toEqual([...ofFields, ...ofConfirmation]);
    const toClient = problemsOf(confirmBy({ kind: 'client', clientSecret: payment.clientSecret }));
    expect(toClient).toEqual(['amount_to_capture: IR_16', 'installment_data: IR_06']);
  });

  it('of a capture are the amount and the capture method', () => {
    const payment = { ...aPayment.authorized(), captureMethod: 'automatic' as const };
    const command = { merchantId, paymentId, amountToCapture: minorUnits(1_051n), details: {} };
    expect(problemsOf(capturePayment(payment, command, aContext({ now: later(2) })))).toEqual([
      ...['amount_to_capture: IR_06', 'capture_method: IR_14'],
    ]);
  });
});
