import type { Caller } from '@payorch/contracts';
import {
  aContext,
  aPayment,
  create,
  cardFields,
  effectsOf,
  later,
  paymentOf,
  receive,
} from '../../../../test/builders';
import { activeAttempt, type Payment } from '../payment';
import { statusOf } from '../payment.status';
import { cancelPayment } from './cancel-payment';
import { confirmPayment } from './confirm-payment';
import { replaceAttempt } from './replace-attempt';

const terms = { origin: null, allowedDomains: null, config: {}, locale: 'en' };
const { link } = paymentOf(create(cardFields({ link: terms }), false));
const withLink = (payment: Payment): Payment => ({ ...payment, link: link! });
const atBank = withLink(aPayment.challenged());
const client = ({ clientSecret }: Payment): Caller => ({ kind: 'client', clientSecret });
const about = ({ merchantId, paymentId }: Payment) => ({ merchantId, paymentId });
const replace = (payment: Payment, caller = client(payment), context = aContext()) =>
  replaceAttempt(payment, { ...about(payment), caller }, context);
const ending = paymentOf(replace(atBank));
const voided = { kind: 'voided', reference: 'ref_1' } as const;
const statesOf = ({ attempts }: Payment) => attempts.map(({ state }) => state);

it('the attempt at the bank is voided at the processor, and the payment has no other one until then', () => {
  expect(effectsOf(replace(atBank))).toMatchObject([{ kind: 'void' }, { kind: 'sync_later' }]);
  expect(statesOf(ending)).toEqual(['cancellation_initiated']);
  const again = confirmPayment(
    ending,
    {
      ...about(ending),
      caller: client(ending),
      fields: cardFields({ amount: undefined, currency: undefined }),
      callerIp: null,
    },
    aContext(),
  );
  expect(again).toMatchObject({ kind: 'refused', code: 'precondition_failed' });
});

it('the end of the attempt is not the payment’s: it waits for another confirmation of its whole amount', () => {
  const waiting = paymentOf(receive(ending, voided));
  expect(statesOf(waiting)).toEqual(['voided', 'confirmation_awaited']);
  expect([statusOf(waiting), waiting.amountCapturable]).toEqual(['requires_confirmation', 1050n]);
  const paid = confirmPayment(
    waiting,
    { ...about(waiting), caller: client(waiting), fields: { details: {} }, callerIp: null },
    aContext(),
  );
  expect(statesOf(paymentOf(paid))).toEqual(['voided', 'authorizing']);
});

it('an attempt of which the processor knows nothing has ended too', () =>
  expect(statesOf(paymentOf(receive(ending, { kind: 'absent' })))).toEqual(['voided', 'confirmation_awaited']));

it('a void that the processor does not execute leaves the customer at the bank', () => {
  const error = { code: 'X', message: 'no', reason: null };
  const left = paymentOf(receive(ending, { kind: 'not_sent', error, retry: 'never' }));
  expect([statesOf(left), statusOf(left)]).toEqual([['authentication_pending'], 'requires_customer_action']);
  // A later cancellation by the merchant ends the payment.
  const cancelled = cancelPayment(left, { ...about(left), cancellationReason: null }, aContext());
  expect(statesOf(paymentOf(receive(paymentOf(cancelled), voided)))).toEqual(['voided']);
});

it('a customer who has paid meanwhile has paid, and no other attempt begins', () => {
  const paid = paymentOf(receive(ending, { kind: 'captured', reference: 'ref_1', money: atBank.money }));
  expect([statesOf(paid), statusOf(paid)]).toEqual([['charged'], 'succeeded']);
});

it('a charge of the ended attempt opens an incident, and changes nothing of the next one', () => {
  const waiting = paymentOf(receive(ending, voided));
  const first = { ...waiting, attempts: waiting.attempts.slice(0, 1) };
  const late = receive(first, { kind: 'captured', reference: 'ref_1', money: atBank.money });
  expect(effectsOf(late)).toContainEqual(expect.objectContaining({ kind: 'incident', incident: 'late_success' }));
});

it('the merchant’s own cancellation ends the payment', () => {
  const cancelled = paymentOf(cancelPayment(atBank, { ...about(atBank), cancellationReason: null }, aContext()));
  expect(statesOf(paymentOf(receive(cancelled, voided)))).toEqual(['voided']);
});

it('a payment without a customer at a bank stays as it is', () => {
  const open = withLink(aPayment.unconfirmed());
  expect(replace(open)).toMatchObject({ kind: 'unchanged' });
  expect(activeAttempt(open).state).toBe('confirmation_awaited');
});

it.each<[string, Parameters<typeof replace>, object]>([
  [
    'another client secret',
    [atBank, { kind: 'client', clientSecret: 'pay_1_secret_x' }],
    { code: 'client_secret_invalid' },
  ],
  [
    'a link that has expired',
    [atBank, client(atBank), aContext({ now: later(901) })],
    { code: 'client_secret_expired' },
  ],
  ['a payment without a link', [aPayment.challenged()], { code: 'precondition_failed' }],
])('%s ends nothing', (_, request, refused) =>
  expect(replace(...request)).toMatchObject({ kind: 'refused', ...refused }),
);
