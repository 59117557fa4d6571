import { refuse } from '@payorch/contracts';
import type { Decision } from '../decision';
import {
  aCard,
  aContext,
  aPayment,
  aProfile,
  cardFields,
  create,
  later,
  merchantId,
  paymentId,
} from '../../../../test/builders';
import { confirmPayment } from '../decide/confirm-payment';
import { updatePayment } from '../decide/update-payment';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { statusOf } from '../payment.status';

const merchant = { kind: 'merchant' } as const;
const confirmation = { merchantId, paymentId, caller: merchant, fields: { details: {} }, callerIp: null };
const listed = aContext({ now: later(1), isOnBlocklist: () => true });
const byProfile = aContext({
  now: later(1),
  profile: {
    ...aProfile,
    paymentMethodBlocking: {
      card: { issuingCountries: [], types: [], subtypes: [], issuerIds: [], blocksUnknown: true },
      wallet: null,
    },
  },
});

const ways: readonly [string, (context: typeof listed) => Decision][] = [
  ['a create that confirms', (context) => create(cardFields(), true, context)],
  ['a confirm', (context) => confirmPayment(aPayment.unconfirmed(), confirmation, context)],
  [
    'an update that confirms',
    (context) => updatePayment(aPayment.unconfirmed(), { ...confirmation, confirm: true }, context),
  ],
];

describe.each(ways)('%s', (_, decide) => {
  it.each([
    ['a card on the blocklist', listed, 'HE-03', 'This payment method is blocked'],
    [
      'a card that the profile blocks',
      byProfile,
      'PAYMENT_METHOD_BLOCKED',
      "We're unable to accept this card, please try another card or a different payment method",
    ],
  ])('of %s fails the payment, sends nothing and refuses with status 200', (_card, context, code, message) => {
    const decision = decide(context);
    expect(decision).toMatchObject({
      kind: 'decided',
      effects: [],
      refusal: refuse('payment_blocked', { message, reason: 'Blocked' }),
    });
    const { payment } = decision as { payment: Payment };
    expect(statusOf(payment)).toBe('failed');
    expect(payment.amountCapturable).toBe(0n);
    expect(activeAttempt(payment)).toMatchObject({
      state: 'failure',
      facts: { account: null, reference: null, error: { code, message } },
    });
  });
});

it('a confirm asks the blocklist about the card that it charges', () => {
  const asked: unknown[] = [];
  const isOnBlocklist = (card: unknown): boolean => asked.push(card) === 0;
  const other = { ...aCard, fingerprint: 'other' };
  confirmPayment(aPayment.unconfirmed(), confirmation, aContext({ isOnBlocklist }));
  confirmPayment(
    aPayment.unconfirmed(),
    { ...confirmation, fields: cardFields({ card: other }) },
    aContext({ isOnBlocklist }),
  );
  expect(asked).toEqual([aCard, other]);
});
