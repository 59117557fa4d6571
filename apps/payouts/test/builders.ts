import type {
  AccountRef,
  connectorPayoutOutcome,
  DataOf,
  FindGsmRule,
  Outcome,
  payoutCreate,
  PayoutDestination,
  PayoutFields,
  RouteDecision,
} from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import type {
  CardReference,
  MerchantConnectorId,
  MerchantId,
  Money,
  OperationId,
  PayoutId,
  ProfileId,
} from '@payorch/kernel';
import { money } from '@payorch/kernel';
import type { PayoutStep, PendingReply } from '@payorch/operations';
import { nextVersion } from '@payorch/platform/resources';
import { applyOutcome } from '../src/domain/decide/apply-outcome';
import { createPayout } from '../src/domain/decide/create-payout';
import { fulfillPayout } from '../src/domain/decide/fulfill-payout';
import { cancelPayout } from '../src/domain/decide/cancel-payout';
import type { DecideContext, DecideRules, Decision, Effect } from '../src/domain/decision';
import { attemptOf, type Payout } from '../src/domain/payout';
import { payoutMachine, type PayoutState } from '../src/domain/payout.machine';
import { storedStates } from '../src/domain/payout-states';

export { payoutMachine, storedStates };

export const merchantId = 'merchant_a' as MerchantId;
export const payoutId = 'payout_AAAAAAAAAAAAAAAAAAAAAAA' as PayoutId;
export const profileId = 'pro_1' as ProfileId;
export const now = new Date('2026-01-05T10:00:00.000Z');
export const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
export const eur = (amount: bigint): Money => money(amount, 'EUR');
const requested = eur(6_540n);

export const noRule: FindGsmRule = () => undefined;

export const account = (name: string, connector = 'full'): AccountRef => ({
  connector,
  merchantConnectorId: name as MerchantConnectorId,
});
export const first = account('mca_1');
export const second = account('mca_2');
export const instant = account('mca_3', 'instant');

const allSteps: readonly PayoutStep[] = [
  ...(['payout_eligibility', 'payout_recipient', 'payout_recipient_account', 'payout_create'] as const),
  'payout_fulfill',
];

/** `full` has every step, `instant` pays at once, `stubborn` cannot cancel; no other connector pays out. */
export const rules: DecideRules = {
  outcomeTimeoutMs: 300_000,
  syncAfterMs: [2_000, 5_000, 15_000, 30_000, 60_000, 300_000],
  syncsBeforeIncident: 12,
  paidBy(connector) {
    if (connector === 'full') return { steps: allSteps, cancels: true };
    if (connector === 'stubborn') return { steps: ['payout_create', 'payout_fulfill'], cancels: false };
    return connector === 'instant' ? { steps: ['payout_fulfill'], cancels: false } : undefined;
  },
};

export const aPendingReply = (name = 'r1'): PendingReply => ({ topic: 'gateway.replies.1', correlationId: name });

let operations = 0;

export const aContext = (changes: Partial<DecideContext> = {}): DecideContext => ({
  now,
  rules,
  partition: 3,
  pendingReplies: [],
  newOperationId: () => `op_${++operations}` as OperationId,
  routing: () => undefined,
  ...changes,
});

export const aDestination = (changes: Partial<PayoutDestination> = {}): PayoutDestination => ({
  type: 'bank',
  methodType: 'sepa',
  card: null,
  sealed: { reference: 'data_1' as CardReference, sealed: 'a.seal.for.the.workers' },
  shown: { bank: { iban: 'NL46*********0000' } },
  fingerprint: 'f1',
  ...changes,
});

export const someFields = (changes: Partial<PayoutFields> = {}): PayoutFields => ({
  money: requested,
  merchantOrderReferenceId: 'order_1',
  description: 'Winnings of March',
  returnUrl: 'https://acme.example/done',
  businessCountry: 'NL',
  businessLabel: null,
  entityType: 'Individual',
  recurring: false,
  autoFulfill: true,
  priority: null,
  metadata: { season: 'spring' },
  payoutType: 'bank',
  straightThrough: null,
  customerId: 'customer_1',
  customer: { name: 'Ada Lovelace', email: 'ada@example.com', phone: null, phoneCountryCode: null },
  billing: { address: { country: 'NL', city: 'Utrecht' } },
  ...changes,
});

type Create = DataOf<typeof payoutCreate>;

export const aCreate = (changes: Partial<Create> = {}): Create => ({
  merchantId,
  payoutId,
  profileId,
  clientSecret: `${payoutId}_secret_1`,
  fields: someFields(),
  destination: aDestination(),
  payoutMethodId: null,
  confirm: true,
  link: null,
  ...changes,
});

/** The state that is saved after a decision; fails if the decision changes nothing. */
export function after(decision: Decision, before?: Payout, at = now): Payout {
  if (isRefusal(decision) || decision.kind !== 'decided') throw new Error(`not decided: ${JSON.stringify(decision)}`);
  return nextVersion(before, decision.state, at);
}
export const effectsOf = (decision: Decision): readonly Effect[] => (isRefusal(decision) ? [] : decision.effects);
export const kindsOf = (decision: Decision): string[] =>
  effectsOf(decision)
    .filter((effect) => effect.kind !== 'reply' || effect.pendingReplies.length > 0)
    .map(({ kind }) => kind);

type Event = DataOf<typeof connectorPayoutOutcome>;

const decisionOfRouting = { facts: { values: {} } } as unknown as RouteDecision;

/** The event with an outcome of the payout's present operation, at its account. */
export function outcomeEvent(payout: Payout, outcome: Outcome, changes: Partial<Event> = {}): Event {
  const attempt = attemptOf(payout)!;
  const cancel = 'cancelOperation' in payout.facts ? payout.facts.cancelOperation : undefined;
  return {
    operationId: cancel ?? attempt.operation,
    flow: cancel ? 'payout_cancel' : (attempt.step ?? 'payout_eligibility'),
    merchantId,
    profileId,
    payoutId,
    payoutAttemptId: attempt.id,
    account: attempt.account ?? first,
    source: 'call',
    outcome,
    sentAt: now.toISOString(),
    fallbacks: null,
    ...changes,
  };
}

/** The first outcome after the route, with the account and the fallbacks that routing chose. */
export const routedTo = (step: PayoutStep, fallbacks: readonly AccountRef[] = [], to = first): Partial<Event> => ({
  flow: step,
  account: to,
  fallbacks: [...fallbacks],
  decision: decisionOfRouting,
});

export const receive = (
  payout: Payout,
  outcome: Outcome,
  changes: Partial<Event> = {},
  context = aContext({ now: later(1) }),
): Decision => applyOutcome(payout, outcomeEvent(payout, outcome, changes), context);

export const error = { code: 'closed', message: 'Refused', reason: 'The account is closed' };

/** An outcome of each kind that a payout has. */
export const outcomes = {
  prepared: { kind: 'prepared', reference: 'made_1' },
  vendor_account_required: { kind: 'vendor_account_required', reference: 'acct_1' },
  ineligible: { kind: 'ineligible', error },
  payout_created: { kind: 'payout_created', reference: 'po_1', money: requested },
  initiated: { kind: 'initiated', reference: 'po_1', money: requested },
  paid: { kind: 'paid', reference: 'po_1', money: requested },
  reversed: { kind: 'reversed', reference: 'po_1' },
  expired: { kind: 'expired', reference: 'po_1' },
  voided: { kind: 'voided', reference: 'po_1' },
  accepted: { kind: 'accepted', reference: 'po_1' },
  declined: { kind: 'declined', reference: null, error, retry: 'never' },
  not_sent: { kind: 'not_sent', error, retry: 'never' },
  mismatched: { kind: 'mismatched', reference: 'po_1', money: eur(1n) },
  unknown: { kind: 'unknown', reference: null, error: { code: 'TIMEOUT', message: 'No answer', reason: null } },
  absent: { kind: 'absent' },
} as const satisfies Partial<Record<Outcome['kind'], Outcome>>;

const next = (payout: Payout, outcome: Outcome, changes: Partial<Event> = {}): Payout =>
  after(receive(payout, outcome, changes), payout, later(1));

const created = (changes: Partial<Create> = {}): Payout => after(createPayout(undefined, aCreate(changes), aContext()));
const manual = { fields: someFields({ autoFulfill: false }) };

const routing = (changes: Partial<Create> = {}): Payout => created(changes);
const atRecipient = (changes: Partial<Create> = {}): Payout =>
  next(routing(changes), outcomes.prepared, routedTo('payout_eligibility', [second]));
const atAccount = (changes: Partial<Create> = {}): Payout => next(atRecipient(changes), outcomes.prepared);
const creating = (changes: Partial<Create> = {}): Payout => next(atAccount(changes), outcomes.prepared);
const waiting = (): Payout => next(creating(manual), outcomes.payout_created);
const fulfilling = (): Payout => next(creating(), outcomes.payout_created);
const creationPending = (): Payout => next(creating(), outcomes.accepted);
const fulfillmentPending = (): Payout => next(fulfilling(), outcomes.accepted);
const initiated = (): Payout => next(fulfilling(), outcomes.initiated);
const cancelling = (payout: Payout): Payout => after(cancelPayout(payout, {}, aContext()), payout);

/** A payout of 65.40 in each state, reached by decisions; its connector has every step, and a second account may follow. */
export const aPayout: { readonly [S in PayoutState]?: () => Payout } & {
  readonly [
    S in 'requires_fulfillment' | 'routing' | 'success' | 'fulfilling' | 'creating' | 'initiated'
  ]: () => Payout;
} = {
  requires_payout_method_data: () => created({ destination: null, confirm: false }),
  requires_confirmation: () => created({ confirm: false }),
  routing,
  checking_eligibility: () => next(routing(), outcomes.unknown, routedTo('payout_eligibility', [second])),
  creating_recipient: () => atRecipient(),
  creating_recipient_account: () => atAccount(),
  requires_vendor_account_creation: () => next(atAccount(), outcomes.vendor_account_required),
  creating: () => creating(),
  creation_pending: creationPending,
  requires_fulfillment: waiting,
  fulfilling: () => fulfilling(),
  fulfillment_pending: fulfillmentPending,
  initiated,
  cancelling_creation: () => cancelling(creationPending()),
  cancelling_created: () => cancelling(waiting()),
  cancelling_fulfillment: () => cancelling(fulfillmentPending()),
  cancelling_initiated: () => cancelling(initiated()),
  manual_review: () => next(fulfilling(), { ...outcomes.paid, money: eur(1n) }),
  success: () => next(fulfilling(), outcomes.paid),
  failed: () => next(fulfilling(), outcomes.declined),
  ineligible: () => next(routing(), outcomes.ineligible, routedTo('payout_eligibility')),
  cancelled: () => after(cancelPayout(created({ confirm: false }), {}, aContext())),
  expired: () => next(fulfilling(), outcomes.expired),
  reversed: () => next(next(fulfilling(), outcomes.paid), outcomes.reversed),
};

/** The payout in a stored state. */
export const inState = (state: PayoutState): Payout => {
  const build = aPayout[state];
  if (!build) throw new Error(`no payout is built in ${state}`);
  return build();
};

export const fulfill = (payout: Payout, context = aContext()): Decision => fulfillPayout(payout, {}, context);
