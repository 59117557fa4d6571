import type { AccountRef, PaymentFields, StraightThrough } from '@payorch/contracts';
import { baseAccountOf } from '@payorch/contracts';
import type { CustomerId, MerchantConnectorId, ProfileId } from '@payorch/kernel';
import {
  aContext,
  aPayment,
  acceptance,
  cardFields,
  create,
  effectsOf,
  eur,
  later,
  merchantId,
  paymentId,
  paymentOf,
  profileId,
  receive,
  seals,
  type ContextChanges,
} from '../../../../test/builders';
import { performEffects } from '../../messages/effects';
import { shownAccountId } from '../attempts/attempt';
import { refuseOtherCredentials } from './credentials';
import { capturePayment } from '../captures/capture-payment';
import { confirmPayment } from '../decide/confirm-payment';
import { refundPayment } from '../decide/refund-payment';
import { updatePayment } from '../decide/update-payment';
import type { Decision } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';

const idOf = (text: string) => text as MerchantConnectorId;
const own: AccountRef = { merchantConnectorId: idOf('mca_1.crd_1'), connector: 'stripe_test' };
const other: AccountRef = { merchantConnectorId: idOf('mca_1.crd_2'), connector: 'stripe_test' };
const accountIn = (profile: string): ContextChanges => ({
  account: (id) =>
    id === 'mca_1' ? { merchantConnectorId: id, connector: 'stripe_test', profileId: profile as ProfileId } : undefined,
});
const known = (more: ContextChanges = {}) => aContext({ ...accountIn(profileId), ...more });
const fields = (more: Partial<PaymentFields> = {}) => cardFields({ credentials: own, ...more });
const confirmed = (more: Partial<PaymentFields> = {}, context = known()) => create(fields(more), true, context);
const wrong = (reason: string) => ({
  kind: 'refused',
  code: 'precondition_failed',
  details: { message: `merchant_connector_details ${reason}` },
});
const messageOf = (decision: Decision) =>
  performEffects(paymentOf(decision), effectsOf(decision), { render: () => Buffer.from(''), seals }).messages[0]?.data;
const authorized = (account = own) =>
  paymentOf(
    receive(
      paymentOf(confirmed({ captureMethod: 'manual' })),
      { kind: 'authorized', reference: 'pi_1', money: eur('10.50') },
      { account },
    ),
  );

describe('a payment with its own credentials', () => {
  it('asks routing for their account alone', () => expect(messageOf(confirmed())).toMatchObject({ credentials: own }));

  it('has none without the field', () =>
    expect(messageOf(create(cardFields(), true, known()))).toMatchObject({ credentials: null }));

  it('keeps them until the confirmation, also of a client', () => {
    const payment = paymentOf(create(fields(), false, known()));
    const client = { kind: 'client', clientSecret: payment.clientSecret } as const;
    const command = { merchantId, paymentId, caller: client, fields: { details: {} }, callerIp: null };
    expect(messageOf(confirmPayment(payment, command, known()))).toMatchObject({ credentials: own });
    const changing = { ...command, fields: { credentials: other, details: {} } };
    expect(confirmPayment(payment, changing, known())).toMatchObject({
      code: 'not_for_clients',
      details: { field: 'merchant_connector_details' },
    });
  });

  it('may get others while it is not confirmed', () => {
    const payment = paymentOf(create(fields(), false, known()));
    const caller = { kind: 'merchant' } as const;
    const sent = { merchantId, paymentId, caller, confirm: true, callerIp: null };
    const update = { ...sent, fields: { credentials: other, details: {} } };
    expect(messageOf(updatePayment(payment, update, known()))).toMatchObject({ credentials: other });
  });

  it.each<[string, Decision, string]>([
    ['another profile', confirmed({}, known(accountIn('pro_2'))), 'belong to no connector account of the profile'],
    ['no account', confirmed({}, known({ account: () => undefined })), 'belong to no connector account of the profile'],
  ])('is refused with credentials of %s', (_, decision, reason) => expect(decision).toMatchObject(wrong(reason)));

  it.each<[string, StraightThrough, boolean]>([
    ['its connector', { kind: 'connectors', connectors: ['adyen_test', 'stripe_test'] }, true],
    ['other connectors', { kind: 'connectors', connectors: ['adyen_test'] }, false],
    ['its account', single('stripe_test', 'mca_1'), true],
    ['its connector alone', single('stripe_test', null), true],
    ['another account', single('stripe_test', 'mca_2'), false],
  ])('whose routing names %s', (_, straightThrough, isPermitted) => {
    const decision = confirmed({ straightThrough });
    if (isPermitted) expect(decision.kind).toBe('decided');
    else expect(decision).toMatchObject(wrong('belong to an account that routing excludes'));
  });

  it('cannot save its payment method', () => {
    const customerId = 'cus_1' as CustomerId;
    const saving = {
      customerId,
      setupFutureUsage: 'off_session',
      details: { customer_acceptance: acceptance },
    } as const;
    expect(confirmed(saving)).toMatchObject({
      code: 'not_implemented',
      details: { message: 'merchant_connector_details with a saved payment method is not implemented' },
    });
  });
});

describe('a later call', () => {
  const capture = (payment: Payment) => {
    const command = { merchantId, paymentId, amountToCapture: null, details: {} };
    return messageOf(capturePayment(payment, command, known({ now: later(2) })));
  };

  it('uses the credentials of its attempt, whatever the payment has now', () => {
    expect(capture(authorized())).toMatchObject({ account: own });
    expect(capture({ ...authorized(), credentials: other })).toMatchObject({ account: own });
  });

  it('shows the account itself', () => expect(shownAccountId(activeAttempt(authorized()))).toBe('mca_1'));

  it.each<[string, Payment, readonly string[] | undefined, boolean]>([
    ['names none', authorized(), undefined, true],
    ['names those of the attempt', authorized(), ['mca_9.crd_9', 'mca_1.crd_1'], true],
    ['names others', authorized(), ['mca_1.crd_2'], false],
    ['names the account itself', authorized(), ['mca_1'], false],
    ['names some for a payment without', aPayment.authorized(), ['mca_1.crd_1'], false],
    ['names those of a payment without an attempt', paymentOf(create(fields(), false, known())), ['mca_1.crd_1'], true],
  ])('that %s', (_, payment, named, isPermitted) => {
    const refused = refuseOtherCredentials(payment, named?.map(idOf));
    if (isPermitted) expect(refused).toBeUndefined();
    else expect(refused).toMatchObject(wrong('differ from those of the payment'));
  });

  it('refunds with the credentials of the attempt, and with no others', () => {
    const payment = paymentOf(
      receive(paymentOf(confirmed()), { kind: 'captured', reference: 'pi_1', money: eur('10.50') }, { account: own }),
    );
    const command = {
      merchantId,
      paymentId,
      refundId: 'ref_1',
      amount: null,
      reason: null,
      refundType: 'instant',
      metadata: null,
      splitRefunds: null,
    } as Parameters<typeof refundPayment>[1];
    expect(refundPayment(payment, command)).toMatchObject({ account: own });
    const named = { ...command, namedCredentials: [own.merchantConnectorId] };
    expect(refundPayment(payment, named)).toEqual(refundPayment(payment, command));
    expect(refundPayment(payment, { ...command, namedCredentials: [other.merchantConnectorId] })).toMatchObject(
      wrong('differ from those of the payment'),
    );
  });
});

it('an account without credentials is its own base', () => expect(baseAccountOf(idOf('mca_1'))).toBe('mca_1'));

function single(connector: string, merchantConnectorId: string | null): StraightThrough {
  return { kind: 'accounts', algorithm: 'single', accounts: [{ connector, merchantConnectorId }] };
}
