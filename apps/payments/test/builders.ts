import type { Outcome, PaymentFields, SavedReferences } from '@payorch/contracts';
import { testSeals } from '@payorch/harness';
import type { CustomerId, OperationId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import { ownCustomers } from '../src/customers/domain/customer-owners';
import { MandateRows } from '../src/mandates/persistence/mandate.store';
import { applyOutcome } from '../src/payments/domain/outcomes/apply-outcome';
import { voidReserved } from '../src/payments/domain/post-capture-voids/void-reservation';
import { cancelPostCapture } from '../src/payments/domain/post-capture-voids/cancel-post-capture';
import { capturePayment } from '../src/payments/domain/captures/capture-payment';
import { extendAuthorization } from '../src/payments/domain/extensions/extend-authorization';
import { incrementPayment } from '../src/payments/domain/increments/increment-payment';
import { createPayment } from '../src/payments/domain/decide/create-payment';
import type {
  DecideAccounts,
  DecideContext,
  Decided,
  DecideRecords,
  DecideRequest,
  DecideSettings,
  Decision,
  Effect,
} from '../src/payments/domain/decision';
import type { Payment, PendingReply } from '../src/payments/domain/payment';
import { activeAttempt } from '../src/payments/domain/payment';
import { accountOf } from '../src/payments/domain/attempts/attempt';
import { aCard, aProfile, eur, firstAccount, later, merchantId, now, paymentId, profileId, rules } from './fixtures';
import { declined } from './outcomes';

/** The keys of this process: of its messages and its rows. */
export const seals = testSeals();
/** What the rows that payments share are read and written with. */
export const rowParts = { seals, mandateRows: new MandateRows(seals), owners: ownCustomers };

export * from './fixtures';

/** What a test says of a context: each part by its own name, wherever the context has it. */
export type ContextChanges = Partial<
  Omit<DecideContext, 'settings' | 'records' | 'accounts' | 'request'> &
    DecideSettings &
    DecideRecords &
    DecideAccounts &
    DecideRequest
>;

export function aContext(changes: ContextChanges = {}): DecideContext {
  let operations = 0;
  const parts = {
    now,
    profile: aProfile,
    asksForCvc: true,
    gsmRule: () => undefined,
    customer: undefined,
    paymentMethod: () => undefined,
    methodOfToken: () => undefined,
    methodWithCard: () => undefined,
    mandate: () => undefined,
    isOnBlocklist: () => false,
    account: () => undefined,
    accountsOfProfile: () => [],
    pendingReply: null,
    callerIp: '10.0.0.1',
    newOperationId: () => `op_${++operations}_${changes.now?.getTime() ?? 0}` as OperationId,
    randomText: (length: number) => 'x'.repeat(length),
    rules,
    ...changes,
  };
  const { customer, paymentMethod, methodOfToken, methodWithCard, mandate, isOnBlocklist, ...others } = parts;
  const { account, accountsOfProfile, pendingReply, callerIp, client, ...more } = others;
  const { now: at, newOperationId, randomText, rules: decideRules, ...settings } = more;
  return {
    now: at,
    settings,
    records: { customer, paymentMethod, methodOfToken, methodWithCard, mandate, isOnBlocklist },
    accounts: { account, accountsOfProfile },
    request: { pendingReply, callerIp, ...(client && { client }) },
    newOperationId,
    randomText,
    rules: decideRules,
  };
}

/** The payment of a `decided` decision; throws for any other. */
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
  createPayment({ merchantId, paymentId, profileId, confirm, fields, callerIp: null }, context);

/** The last post-capture void. */
export const voidOf = ({ postCaptureVoids }: Payment) => postCaptureVoids.at(-1)!;

/** The last extension of the authorization. */
export const extensionOf = ({ extensions }: Payment) => extensions.at(-1)!;

const flowOf = ({ state, facts }: ReturnType<typeof activeAttempt>) => {
  if (state === 'capture_initiated') return 'capture';
  if (state === 'partial_charged_and_chargeable') return 'authorize';
  if (state === 'increment_initiated') return 'increment';
  return 'followUp' in facts ? 'void' : 'authorize';
};

/** Applies an outcome to the live attempt's operation, unless `changes` name another. */
export function receive(
  payment: Payment,
  outcome: Outcome,
  changes: Partial<Parameters<typeof applyOutcome>[1]> = {},
  context = aContext({ now: later(1) }),
): Decision {
  const attempt = activeAttempt(payment);
  const { facts } = attempt;
  const operationId =
    'followUp' in facts ? facts.followUp : 'operation' in facts ? facts.operation : ('op_0' as OperationId);
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

/** Applies an outcome to the last post-capture void. */
export const receiveVoidOutcome = (
  payment: Payment,
  outcome: Outcome,
  changes: Partial<Parameters<typeof applyOutcome>[1]> = {},
  context = aContext({ now: later(4) }),
): Decision =>
  receive(payment, outcome, { flow: 'post_capture_void', operationId: voidOf(payment).operation, ...changes }, context);

/** Applies an outcome to the last extension. */
export const receiveExtensionOutcome = (
  payment: Payment,
  outcome: Outcome,
  changes: Partial<Parameters<typeof applyOutcome>[1]> = {},
  context = aContext({ now: later(4) }),
): Decision =>
  receive(payment, outcome, { flow: 'extend', operationId: extensionOf(payment).operation, ...changes }, context);

export const acceptance = { acceptance_type: 'offline', accepted_at: null, online: null };

/** The fields of a request that saves its customer's payment method. */
export const savingFields = (changes: Partial<PaymentFields> = {}): PaymentFields =>
  cardFields({
    customerId: 'cus_1' as CustomerId,
    setupFutureUsage: 'off_session',
    details: { customer_acceptance: acceptance },
    ...changes,
  });

export const atProcessor: SavedReferences = {
  customerReference: 'cus_stripe',
  mandateReference: 'pm_stripe',
  networkTransactionId: 'nti_1',
};

/** A payment with one more of several captures under way. */
export const capturePart = (payment: Payment, amount: bigint, context = aContext({ now: later(3) })): Payment =>
  paymentOf(
    capturePayment(payment, { merchantId, paymentId, amountToCapture: minorUnits(amount), details: {} }, context),
  );

/** Applies an outcome to the capture with this number, from 1. */
export const receiveCaptureOutcome = (
  payment: Payment,
  sequence: number,
  outcome: Outcome,
  changes: Partial<Parameters<typeof applyOutcome>[1]> = {},
  context = aContext({ now: later(4) }),
): Decision =>
  receive(
    payment,
    outcome,
    { flow: 'capture', operationId: payment.captures[sequence - 1]!.operation, ...changes },
    context,
  );

/** The outcome of a capture that succeeded with the requested amount. */
export const capturedAs = (payment: Payment, sequence: number): Outcome => ({
  kind: 'captured',
  reference: 'ref_1',
  money: payment.captures[sequence - 1]!.money,
});

/** A payment in a state, by the commands and outcomes that lead there. */
export const aPayment = {
  unconfirmed: () => paymentOf(create(cardFields(), false)),
  withoutMethod: () => paymentOf(create({ amount: minorUnits(1050n), currency: 'EUR', details: {} }, null)),
  authorizing: (fields: Partial<PaymentFields> = {}, changes: ContextChanges = {}) =>
    paymentOf(create(cardFields(fields), true, aContext(changes))),
  authorized: () =>
    paymentOf(
      receive(aPayment.authorizing({ captureMethod: 'manual' }), {
        kind: 'authorized',
        reference: 'ref_1',
        money: eur('10.50'),
      }),
    ),
  challenged: () =>
    paymentOf(
      receive(aPayment.authorizing(), {
        kind: 'challenged',
        reference: 'ref_1',
        challenge: { url: 'https://bank.example', method: 'GET', fields: {} },
      }),
    ),
  /** Authorized, to be captured in several parts. */
  capturable: (): Payment =>
    paymentOf(
      receive(aPayment.authorizing({ captureMethod: 'manual_multiple' }), {
        kind: 'authorized',
        reference: 'ref_1',
        money: eur('10.50'),
      }),
    ),
  capturingInParts: (...amounts: readonly bigint[]): Payment =>
    amounts.reduce(
      (payment, amount, index) => capturePart(payment, amount, aContext({ now: later(2 + index / 1000) })),
      aPayment.capturable(),
    ),
  capturedInParts: (...amounts: readonly bigint[]): Payment =>
    amounts.reduce(
      (payment, _, index) => {
        const sequence = index + 1;
        return paymentOf(receiveCaptureOutcome(payment, sequence, capturedAs(payment, sequence)));
      },
      aPayment.capturingInParts(...amounts),
    ),
  /** Authorized with less than the total, which the merchant accepts. */
  partlyAuthorized: (fields: Partial<PaymentFields> = {}): Payment =>
    paymentOf(
      receive(
        aPayment.authorizing({
          captureMethod: 'manual',
          details: { enable_partial_authorization: true },
          ...fields,
        }),
        { kind: 'mismatched', reference: 'ref_1', money: eur('8.00'), reported: 'authorized' },
      ),
    ),
  /** Authorized, with an overcapture up to this maximum. */
  overcapturable: (maximum = '12.00'): Payment =>
    paymentOf(
      receive(aPayment.authorizing({ captureMethod: 'manual', details: { enable_overcapture: true } }), {
        kind: 'authorized',
        reference: 'ref_1',
        money: eur('10.50'),
        capturable: eur(maximum),
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
  /** Authorized, and may be incremented. */
  incrementable: () =>
    paymentOf(
      receive(
        aPayment.authorizing({
          captureMethod: 'manual',
          details: { request_incremental_authorization: true },
        }),
        { kind: 'authorized', reference: 'ref_1', money: eur('10.50'), incremental: true },
      ),
    ),
  incrementing: () =>
    paymentOf(
      incrementPayment(
        aPayment.incrementable(),
        { merchantId, paymentId, amount: minorUnits(1550n), reason: 'Minibar' },
        aContext({ now: later(2) }),
      ),
    ),
  /** Authorized, and may be extended; with the terms that the processor reports. */
  extendable: (terms: { readonly extended?: boolean; readonly captureBefore?: string } = {}): Payment =>
    paymentOf(
      receive(aPayment.authorizing({ captureMethod: 'manual', details: { request_extended_authorization: true } }), {
        kind: 'authorized',
        reference: 'ref_1',
        money: eur('10.50'),
        ...terms,
      }),
    ),
  /** Authorized, with an extension under way. */
  extending: (pendingReply: PendingReply | null = null): Payment =>
    paymentOf(
      extendAuthorization(aPayment.extendable(), { merchantId, paymentId }, aContext({ now: later(2), pendingReply })),
    ),
  charged: () =>
    paymentOf(receive(aPayment.authorizing(), { kind: 'captured', reference: 'ref_1', money: eur('10.50') })),
  /** Captured, until the processor reported the capture as failed. */
  inReview: (amount?: bigint): Payment => {
    const capturing = aPayment.capturing(amount);
    const charged = paymentOf(receive(capturing, capturedAs(capturing, 1)));
    return paymentOf(receiveCaptureOutcome(charged, 1, declined(), { source: 'webhook' }));
  },
  /** Charged, with a void whose reservation is requested. */
  voidRequested: (payment: Payment = aPayment.charged()): Payment =>
    paymentOf(
      cancelPostCapture(
        payment,
        { merchantId, paymentId, cancellationReason: 'duplicate' },
        aContext({ now: later(2) }),
      ),
    ),
  /** The same, with the void at the processor. */
  voidPending: (payment: Payment = aPayment.voidRequested()): Payment =>
    paymentOf(
      voidReserved(
        payment,
        { merchantId, paymentId, operationId: voidOf(payment).operation },
        aContext({ now: later(3) }),
      ),
    ),
  /** Charged, with its payment method saved under a mandate. */
  saved: () =>
    paymentOf(
      receive(
        aPayment.authorizing(
          savingFields({
            mandateTerms: { use: 'single_use', limit: eur('10.50'), startDate: null, endDate: now.toISOString() },
          }),
        ),
        { kind: 'captured', reference: 'ref_1', money: eur('10.50'), stored: atProcessor },
      ),
    ),
  declined: (fields: Partial<PaymentFields> = {}) => paymentOf(receive(aPayment.authorizing(fields), declined())),
};
