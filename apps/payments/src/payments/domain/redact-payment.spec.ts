import type { CustomerId } from '@payorch/kernel';
import { aCard, aContext, aPayment, cardFields, create, firstAccount, paymentOf } from '../../../test/builders';
import { confirmPayment } from './decide/confirm-payment';
import { erasePayment } from './decide/erase-payment';
import { updatePayment } from './decide/update-payment';
import { activeAttempt, type Payment } from './payment';
import { redactPayment } from './redact-payment';
import { readTerms } from './terms/terms';

const personal = {
  customerId: 'cus_1' as CustomerId,
  customer: { name: 'Jo', email: 'jo@acme.example', phone: '8056594427', phoneCountryCode: '+1' },
  browserInfo: { ip_address: '10.0.0.1' },
  details: { billing: { email: 'jo@acme.example' }, metadata: { order: 1 }, description: 'Two books' },
} as const;
const withHolder = (payment: Payment): Payment => ({
  ...payment,
  ...personal,
  terms: readTerms(personal.details),
  attempts: payment.attempts.map((attempt) => ({
    ...attempt,
    rawResponse: '{"name":"Jo"}',
    method: attempt.method && { ...attempt.method, card: { ...aCard, holderName: 'Jo' } },
  })),
});
const charged = withHolder(aPayment.charged());
const underWay = withHolder(aPayment.authorizing());
const unconfirmed = withHolder(paymentOf(create(cardFields(), false)));

const everyPass = { isLast: false };
const lastPass = { isLast: true };

it('a charged payment keeps ids, sums and state, and the facts of its card', () => {
  const erased = redactPayment(charged, everyPass)!;
  expect(erased).toMatchObject({
    isRedacted: true,
    customerId: 'cus_1',
    money: charged.money,
    amountReceived: charged.amountReceived,
    customer: { name: 'Redacted', email: 'Redacted', phone: 'Redacted', phoneCountryCode: 'Redacted' },
    browserInfo: null,
    details: { billing: { email: 'Redacted' }, metadata: { order: 1 }, description: 'Two books' },
  });
  const { method, rawResponse, state, facts } = activeAttempt(erased);
  expect([rawResponse, state, facts]).toEqual([null, activeAttempt(charged).state, activeAttempt(charged).facts]);
  expect(method?.card).toEqual({ ...aCard, sealedNumber: null, fingerprint: '', holderName: 'Redacted' });
});

it('nothing of the customer is left anywhere in the payment', () =>
  expect(
    JSON.stringify(redactPayment(charged, everyPass), (_, value: unknown) =>
      typeof value === 'bigint' ? Number(value) : value,
    ),
  ).not.toMatch(/Jo|acme\.example|8056594427|10\.0\.0\.1/));

it('a second redaction changes nothing', () =>
  expect(redactPayment(redactPayment(charged, everyPass)!, everyPass)).toBeUndefined());

it('a payment under way stays until the last pass, which leaves the card that its outcome may need', () => {
  expect(redactPayment(underWay, everyPass)).toBeUndefined();
  const erased = redactPayment(underWay, lastPass)!;
  expect(erased.customer?.name).toBe('Redacted');
  expect(activeAttempt(erased).method?.card?.sealedNumber).toBe(aCard.sealedNumber);
});

it('a payment that was not confirmed can no longer be confirmed or updated', () => {
  const erased = redactPayment(unconfirmed, everyPass)!;
  const command = { merchantId: erased.merchantId, paymentId: erased.paymentId, caller: { kind: 'merchant' } as const };
  const sent = { ...command, fields: cardFields(), confirm: null, callerIp: null };
  for (const decide of [confirmPayment, updatePayment])
    expect(decide(erased, sent, aContext())).toMatchObject({ kind: 'refused', code: 'customer_redacted' });
});

it('a new payment of a deleted customer is refused', () => {
  const customer = { merchantId: unconfirmed.merchantId, customerId: 'cus_1' as CustomerId, redactedAt: new Date() };
  expect(create(cardFields({ customerId: 'cus_1' as CustomerId }), true, aContext({ customer }))).toMatchObject({
    kind: 'refused',
    code: 'customer_redacted',
  });
});

describe('the command to erase a payment', () => {
  const { merchantId, paymentId } = charged;
  const run = (payment: Payment | undefined, isLast = false) =>
    erasePayment(payment, { merchantId, paymentId, isLast });

  it('also erases the webhooks, and the responses where some may be stored', () => {
    expect(run(charged)).toMatchObject({ kind: 'decided', effects: [{ kind: 'redact_webhooks' }] });
    expect(run({ ...charged, allKeysRequired: true })).toMatchObject({
      effects: [{ kind: 'redact_webhooks' }, { kind: 'redact_responses', account: firstAccount }],
    });
  });

  it('of an erased payment repeats these, since a webhook may have been stored meanwhile', () =>
    expect(run(redactPayment(charged, everyPass))).toEqual({
      kind: 'unchanged',
      effects: [{ kind: 'redact_webhooks' }],
    }));

  it('of a payment under way, or of none, does nothing', () => {
    expect(run(underWay)).toEqual({ kind: 'unchanged', effects: [] });
    expect(run(undefined)).toEqual({ kind: 'unchanged', effects: [] });
  });
});
