import { minorUnits } from '@payorch/kernel';
import {
  aContext,
  aPayment,
  acceptance,
  cardFields,
  create,
  later,
  merchantId,
  paymentId,
  paymentOf,
} from '../../../../test/builders';
import { confirmPayment } from '../decide/confirm-payment';
import { calculateTax, completeAuthorize } from '../decide/shipping';
import { updateMetadata } from '../decide/update-metadata';
import { updatePayment } from '../decide/update-payment';
import type { Payment } from '../payment';
import { redactPayment } from '../redact-payment';
import { readTerms } from './terms';

const about = { merchantId, paymentId, caller: { kind: 'merchant' } } as const;
const context = aContext({ now: later(1) });
const shipping = { address: { country: 'DE' }, email: 'jo@acme.example' };
const details = { off_session: true, metadata: { order: 1 }, shipping };

it.each<[string, () => Payment, object]>([
  ['a create request', () => paymentOf(create(cardFields({ details }), false)), details],
  [
    'an update',
    () =>
      paymentOf(
        updatePayment(
          aPayment.unconfirmed(),
          { ...about, confirm: null, fields: { details }, callerIp: null },
          context,
        ),
      ),
    details,
  ],
  [
    'a confirmation',
    () => paymentOf(confirmPayment(aPayment.unconfirmed(), { ...about, fields: { details }, callerIp: null }, context)),
    details,
  ],
  [
    'the calculation of a tax',
    () => paymentOf(calculateTax(aPayment.unconfirmed(), { ...about, shipping }, context)),
    { shipping },
  ],
  [
    'the end of the customer’s step',
    () => paymentOf(completeAuthorize(aPayment.challenged(), { ...about, shipping }, context)),
    { shipping },
  ],
  [
    'new metadata',
    () =>
      paymentOf(
        updateMetadata(
          aPayment.charged(),
          { merchantId, paymentId, metadata: { order: 2 }, featureMetadata: null },
          context,
        ),
      ),
    { metadata: { order: 2 } },
  ],
  [
    'the redaction',
    () => redactPayment(paymentOf(create(cardFields({ details }), false)), { isLast: true })!,
    { shipping: { address: { country: null }, email: 'Redacted' } },
  ],
])('%s changes the terms with the details', (_, changed, expected) => {
  const payment = changed();
  expect(payment.details).toMatchObject(expected);
  expect(payment.terms).toEqual(readTerms(payment.details));
});

it('a request may leave a choice to the profile', () => {
  const choices = (value: boolean | null) => readTerms({ enable_overcapture: value, force_3ds_challenge: value });
  expect(choices(false)).toMatchObject({ requestsOvercapture: false, forcesChallenge: false });
  expect(choices(null)).toMatchObject({ requestsOvercapture: null, forcesChallenge: null });
});

it.each([[{ customer_acceptance: acceptance }], [{ mandate_data: { customer_acceptance: acceptance } }]])(
  'the consent is read from %j',
  (sent) => expect(readTerms(sent).acceptance).toEqual(acceptance),
);

it('the amounts of the terms are in minor units', () =>
  expect(readTerms({ discount_amount: 5 }).order.discountAmount).toBe(minorUnits(5n)));
