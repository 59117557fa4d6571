import type { AccountRef, Outcome, PaymentFields, ProfileSettings, SealedCard, StoredMethod } from '@payorch/contracts';
import type {
  Currency,
  CustomerId,
  MerchantConnectorId,
  MerchantId,
  Money,
  OperationId,
  PaymentId,
  ProfileId,
} from '@payorch/kernel';
import { fromMajorText, minorUnits } from '@payorch/kernel';
import { applyOutcome } from '../src/domain/decide/apply-outcome';
import { voidReserved } from '../src/domain/decide/apply-void-outcome';
import { cancelPostCapture } from '../src/domain/decide/cancel-post-capture';
import { capturePayment } from '../src/domain/decide/capture-payment';
import { extendAuthorization } from '../src/domain/decide/extend-authorization';
import { incrementPayment } from '../src/domain/decide/increment-payment';
import { createPayment } from '../src/domain/decide/create-payment';
import type { DecideContext, DecideRules, Decided, Decision, Effect } from '../src/domain/decision';
import type { Payment, Waiter } from '../src/domain/payment';
import { activeAttempt } from '../src/domain/payment';
import { accountOf } from '../src/domain/attempt';
import { declined } from './outcomes';

export const merchantId = 'merchant_a' as MerchantId;
export const paymentId = 'pay_1' as PaymentId;
export const profileId = 'pro_1' as ProfileId;
export const now = new Date('2026-01-05T10:00:00.000Z');
export const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

export const eur = (text: string): Money => sum(text, 'EUR');
export const sum = (text: string, currency: Currency): Money => fromMajorText(text, currency)!;

export const firstAccount: AccountRef = {
  merchantConnectorId: 'mca_1' as MerchantConnectorId,
  connector: 'stripe_test',
};
export const secondAccount: AccountRef = {
  merchantConnectorId: 'mca_2' as MerchantConnectorId,
  connector: 'adyen_test',
};

export const aCard: SealedCard = {
  reference: 'card_1' as SealedCard['reference'],
  sealedNumber: 'sealed',
  bin: '424242',
  extendedBin: '42424242',
  last4: '4242',
  network: 'Visa',
  fingerprint: 'fp',
  expiryMonth: '10',
  expiryYear: '30',
  holderName: 'Jo',
  cvc: 'held',
};

export const aProfile: ProfileSettings = {
  merchantId,
  profileId,
  accountVersion: 1,
  updatedAt: now.toISOString(),
  profileName: 'default',
  returnUrl: null,
  webhook: null,
  sealedResponseHashKey: null,
  sealedWebhookHeaders: null,
  sessionExpirySeconds: 900,
  autoRetries: false,
  maxAutoRetries: 0,
  manualRetry: false,
  useBillingAsPaymentMethodBilling: true,
  iframeRedirection: false,
  force3dsChallenge: false,
  deleted: false,
};

export const rules: DecideRules = {
  publicUrl: 'https://pay.example',
  redirectToken: ({ attemptId }) => `token-of-${attemptId}`,
  returnLookupEveryMs: 2_000,
  beginWithinMs: 300_000,
  askAfterMs: [2_000, 5_000, 15_000, 30_000, 60_000, 300_000],
  askQuietly: 12,
  customerPatienceMs: 900_000,
  refundsPatienceMs: 2_000,
  beginCheckAfterMs: 3_000,
  beginReplyMs: 1_000,
};

export function aContext(changes: Partial<DecideContext> = {}): DecideContext {
  let operations = 0;
  return {
    now,
    profile: aProfile,
    customer: undefined,
    paymentMethod: () => undefined,
    mandate: () => undefined,
    waiter: null,
    callerIp: '10.0.0.1',
    newOperationId: () => `op_${++operations}_${changes.now?.getTime() ?? 0}` as OperationId,
    randomText: (length) => 'x'.repeat(length),
    rules,
    ...changes,
  };
}

/** The payment after a decision that must have been taken. */
export function paymentOf(decision: Decision): Payment {
  if (decision.kind !== 'decided') throw new Error(`not decided: ${JSON.stringify(decision)}`);
  return decision.payment;
}
export const effectsOf = (decision: Decision): readonly Effect[] => (decision as Decided).effects;
export const kindsOf = (decision: Decision): string[] => effectsOf(decision).map(({ kind }) => kind);

export const cardFields = (changes: Partial<PaymentFields> = {}): PaymentFields => ({
  amount: minorUnits(1050n),
  currency: 'EUR',
  paymentMethod: 'card',
  paymentMethodType: 'credit',
  card: aCard,
  details: {},
  ...changes,
});

export const create = (fields: PaymentFields, confirm: boolean | null, context = aContext()): Decision =>
  createPayment(undefined, { merchantId, paymentId, profileId, confirm, fields, callerIp: null }, context);

/** The last void of what was captured. */
export const voidOf = ({ postCaptureVoids }: Payment) => postCaptureVoids.at(-1)!;

/** The last extension of what is held. */
export const extensionOf = ({ extensions }: Payment) => extensions.at(-1)!;

const flowOf = ({ state, facts }: ReturnType<typeof activeAttempt>) => {
  if (state === 'capture_initiated') return 'capture';
  if (state === 'increment_initiated') return 'increment';
  return 'following' in facts ? 'void' : 'authorize';
};

/** What the processor says of the live attempt's authorization, unless another operation is named. */
export function hear(
  payment: Payment,
  outcome: Outcome,
  changes: Partial<Parameters<typeof applyOutcome>[1]> = {},
  context = aContext({ now: later(1) }),
): Decision {
  const attempt = activeAttempt(payment);
  const { facts } = attempt;
  const operationId =
    'following' in facts ? facts.following : 'operation' in facts ? facts.operation : ('op_0' as OperationId);
  const flow = flowOf(attempt);
  return applyOutcome(
    payment,
    {
      merchantId,
      profileId,
      paymentId,
      attemptId: attempt.id,
      operationId,
      account: accountOf(attempt) ?? firstAccount,
      flow,
      source: 'call',
      outcome,
      sentAt: now.toISOString(),
      fallbacks: null,
      ...changes,
    },
    context,
  );
}

/** What the processor says of the last void of what was captured. */
export const hearOfVoid = (
  payment: Payment,
  outcome: Outcome,
  changes: Partial<Parameters<typeof applyOutcome>[1]> = {},
  context = aContext({ now: later(4) }),
): Decision =>
  hear(payment, outcome, { flow: 'post_capture_void', operationId: voidOf(payment).operation, ...changes }, context);

/** What the processor says of the last extension of what is held. */
export const hearOfExtension = (
  payment: Payment,
  outcome: Outcome,
  changes: Partial<Parameters<typeof applyOutcome>[1]> = {},
  context = aContext({ now: later(4) }),
): Decision =>
  hear(payment, outcome, { flow: 'extend', operationId: extensionOf(payment).operation, ...changes }, context);

export const acceptance = { acceptance_type: 'offline', accepted_at: null, online: null };

/** What a request says that has its customer's method stored. */
export const storing = (changes: Partial<PaymentFields> = {}): PaymentFields =>
  cardFields({
    customerId: 'cus_1' as CustomerId,
    setupFutureUsage: 'off_session',
    details: { customer_acceptance: acceptance },
    ...changes,
  });

export const atProcessor: StoredMethod = {
  customerReference: 'cus_stripe',
  mandateReference: 'pm_stripe',
  networkTransactionId: 'nti_1',
};

/** A payment brought to a state by the steps that lead there. */
export const aPayment = {
  unconfirmed: () => paymentOf(create(cardFields(), false)),
  withoutMethod: () => paymentOf(create({ amount: minorUnits(1050n), currency: 'EUR', details: {} }, null)),
  authorizing: (fields: Partial<PaymentFields> = {}) => paymentOf(create(cardFields(fields), true)),
  authorized: () =>
    paymentOf(
      hear(aPayment.authorizing({ captureMethod: 'manual' }), {
        kind: 'authorized',
        reference: 'ref_1',
        money: eur('10.50'),
      }),
    ),
  challenged: () =>
    paymentOf(
      hear(aPayment.authorizing(), {
        kind: 'challenged',
        reference: 'ref_1',
        challenge: { url: 'https://bank.example', method: 'GET', fields: {} },
      }),
    ),
  capturing: (amount?: bigint) =>
    paymentOf(
      capturePayment(
        aPayment.authorized(),
        { merchantId, paymentId, amountToCapture: amount === undefined ? null : minorUnits(amount), details: {} },
        aContext({ now: later(2) }),
      ),
    ),
  /** Held, with leave to hold more. */
  raisable: () =>
    paymentOf(
      hear(
        aPayment.authorizing({
          captureMethod: 'manual',
          details: { request_incremental_authorization: true },
        }),
        { kind: 'authorized', reference: 'ref_1', money: eur('10.50'), incremental: true },
      ),
    ),
  raising: () =>
    paymentOf(
      incrementPayment(
        aPayment.raisable(),
        { merchantId, paymentId, amount: minorUnits(1550n), reason: 'Minibar' },
        aContext({ now: later(2) }),
      ),
    ),
  /** Held, with leave to hold it for longer; with what the processor says of that. */
  extendable: (hold: { readonly extended?: boolean; readonly captureBefore?: string } = {}): Payment =>
    paymentOf(
      hear(aPayment.authorizing({ captureMethod: 'manual', details: { request_extended_authorization: true } }), {
        kind: 'authorized',
        reference: 'ref_1',
        money: eur('10.50'),
        ...hold,
      }),
    ),
  /** Held with leave to hold it for longer, and that asked for. */
  extending: (waiter: Waiter | null = null): Payment =>
    paymentOf(
      extendAuthorization(aPayment.extendable(), { merchantId, paymentId }, aContext({ now: later(2), waiter })),
    ),
  charged: () => paymentOf(hear(aPayment.authorizing(), { kind: 'captured', reference: 'ref_1', money: eur('10.50') })),
  /** To be taken back: the owner of refunds is asked whether it may be. */
  voidRequested: (payment: Payment = aPayment.charged()): Payment =>
    paymentOf(
      cancelPostCapture(
        payment,
        { merchantId, paymentId, cancellationReason: 'duplicate' },
        aContext({ now: later(2) }),
      ),
    ),
  /** The same, sent to the processor. */
  voidPending: (payment: Payment = aPayment.voidRequested()): Payment =>
    paymentOf(
      voidReserved(
        payment,
        { merchantId, paymentId, operationId: voidOf(payment).operation },
        aContext({ now: later(3) }),
      ),
    ),
  /** Charged, and its method kept for later under a mandate. */
  kept: () =>
    paymentOf(
      hear(
        aPayment.authorizing(
          storing({
            mandateTerms: { use: 'single_use', limit: eur('10.50'), startDate: null, endDate: now.toISOString() },
          }),
        ),
        { kind: 'captured', reference: 'ref_1', money: eur('10.50'), stored: atProcessor },
      ),
    ),
  declined: (fields: Partial<PaymentFields> = {}) => paymentOf(hear(aPayment.authorizing(fields), declined())),
};
