import type { Outcome, PaymentFields, StoredMethod } from '@payorch/contracts';
import type { CustomerId, OperationId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import { applyOutcome } from '../src/domain/decide/apply-outcome';
import { voidReserved } from '../src/domain/decide/apply-void-outcome';
import { cancelPostCapture } from '../src/domain/decide/cancel-post-capture';
import { capturePayment } from '../src/domain/decide/capture-payment';
import { extendAuthorization } from '../src/domain/decide/extend-authorization';
import { incrementPayment } from '../src/domain/decide/increment-payment';
import { createPayment } from '../src/domain/decide/create-payment';
import type { DecideContext, Decided, Decision, Effect } from '../src/domain/decision';
import type { Payment, Waiter } from '../src/domain/payment';
import { activeAttempt } from '../src/domain/payment';
import { accountOf } from '../src/domain/attempt';
import { aCard, aProfile, eur, firstAccount, later, merchantId, now, paymentId, profileId, rules } from './fixtures';
import { declined } from './outcomes';

export * from './fixtures';

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
