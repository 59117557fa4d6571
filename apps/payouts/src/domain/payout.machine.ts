import type { PayoutStatus } from '@payorch/contracts';
import type { AnyEventOf } from '@payorch/kernel';
import { defineMachine } from '@payorch/kernel';
import type { OperationDefinition, OutcomeRow, OutcomeTable } from '@payorch/operations';
import { defineOperation, type PayoutStep } from '@payorch/operations';
import {
  givenUp,
  onCreation,
  onDeclaration,
  onFulfillment,
  onPreparation,
  onSettlement,
  preparation,
  settlement,
} from './outcome-rows';

/** Each step of a payout, as an event: the state in which its outcome is awaited. */
const sends = {
  payout_eligibility: 'checking_eligibility',
  payout_recipient: 'creating_recipient',
  payout_recipient_account: 'creating_recipient_account',
  payout_create: 'creating',
  payout_fulfill: 'fulfilling',
} as const satisfies Readonly<Record<PayoutStep, string>>;

/** What is true of a payout in one state. */
export interface PayoutStateDeclaration {
  readonly status: PayoutStatus;
  /** The same decision leads on: no row is ever stored in it. */
  readonly passing?: true;
  /** The step whose outcome is awaited. */
  readonly underWay?: PayoutStep | 'payout_cancel';
  /**
   * What a due job does: asks routing or the worker again for an operation that moves no money twice, or looks the operation up
   * at the processor. Absent: the payout has no job.
   */
  readonly due?: 'asked_again' | 'looked_up';
  /** It may take days by its nature, so its syncs need no person. */
  readonly patient?: true;
  /** all: no processor has the payout yet. texts: only what no processor gets. Absent: nothing. */
  readonly updatable?: 'all' | 'texts';
  /** begins: the steps begin. begun: they run already, and the answer is the payout as it is. */
  readonly confirm?: 'begins' | 'begun';
  /**
   * at_once: nothing that could pay is at the processor, or may be there. if_created: so it is unless the processor has the payout.
   * at_processor: only the processor can cancel, by its reference.
   */
  readonly cancel?: 'at_once' | 'if_created' | 'at_processor';
  /** Nothing more is sent: a deleted recipient is erased. */
  readonly erasable?: true;
  /** Event → next state. */
  readonly moves?: Readonly<Record<string, string>>;
  /** What outcomes of its steps do. */
  readonly outcomes?: OutcomeRow;
  /** What outcomes of its cancellation do. */
  readonly cancelOutcomes?: OutcomeRow;
}

/** A step before the money is under way. */
const preparing = {
  status: 'requires_creation',
  due: 'asked_again',
  updatable: 'texts',
  confirm: 'begun',
  cancel: 'at_once',
} as const satisfies PayoutStateDeclaration;

/** A cancellation at the processor. Refused, the payout is in the state before; what it reports of the money meanwhile wins. */
const cancelling = <const Back extends string, const Asked extends string>(back: Back, asked: Asked) =>
  ({
    status: 'pending',
    underWay: 'payout_cancel',
    due: 'looked_up',
    moves: { ...onDeclaration, ...settlement, failed: 'failed', refused: back, left_open: asked },
    outcomes: { ...onSettlement, initiated: 'left_open', declined: 'failed' },
    cancelOutcomes: {
      ...onSettlement,
      initiated: 'left_open',
      payout_created: 'left_open',
      accepted: 'left_open',
      unknown: 'left_open',
      declined: 'refused',
      not_sent: 'refused',
      not_supported: 'refused',
      absent: 'refused',
    },
  }) as const satisfies PayoutStateDeclaration;

/** The states of a payout. Its state says which operation is under way. */
export const states = {
  requires_payout_method_data: {
    status: 'requires_payout_method_data',
    updatable: 'all',
    confirm: 'begins',
    cancel: 'at_once',
    erasable: true,
    moves: { destination_given: 'requires_confirmation', confirmed: 'routing', cancelled: 'cancelled' },
  },
  requires_confirmation: {
    status: 'requires_confirmation',
    updatable: 'all',
    confirm: 'begins',
    cancel: 'at_once',
    erasable: true,
    moves: { confirmed: 'routing', cancelled: 'cancelled', erased: 'requires_payout_method_data' },
  },
  // Routing sends the first step, which may be the fulfilment: nothing of it can be taken back before its outcome.
  routing: {
    status: 'requires_creation',
    due: 'asked_again',
    updatable: 'texts',
    confirm: 'begun',
    moves: {
      ...onDeclaration,
      ...sends,
      awaits_fulfillment: 'requires_fulfillment',
      no_route: 'requires_confirmation',
      no_route_by_link: 'requires_payout_method_data',
    },
  },
  checking_eligibility: {
    ...preparing,
    underWay: 'payout_eligibility',
    moves: { ...onDeclaration, ...preparation, cancelled: 'cancelled' },
    outcomes: onPreparation,
  },
  creating_recipient: {
    ...preparing,
    underWay: 'payout_recipient',
    moves: { ...onDeclaration, ...preparation, cancelled: 'cancelled' },
    outcomes: onPreparation,
  },
  creating_recipient_account: {
    ...preparing,
    underWay: 'payout_recipient_account',
    moves: {
      ...onDeclaration,
      ...preparation,
      account_required: 'requires_vendor_account_creation',
      cancelled: 'cancelled',
    },
    outcomes: { ...onPreparation, vendor_account_required: 'account_required' },
  },
  // The recipient opens an account at the processor, which reports it by a webhook or to a sync.
  requires_vendor_account_creation: {
    status: 'requires_vendor_account_creation',
    due: 'looked_up',
    patient: true,
    updatable: 'texts',
    cancel: 'at_once',
    moves: {
      ...onDeclaration,
      prepared: 'step_done',
      ended: 'attempt_ended',
      left_open: 'requires_vendor_account_creation',
      cancelled: 'cancelled',
    },
    outcomes: {
      prepared: 'prepared',
      ineligible: 'ended',
      declined: 'ended',
      absent: 'ended',
      vendor_account_required: 'left_open',
      accepted: 'left_open',
      unknown: 'left_open',
    },
  },
  creating: {
    status: 'pending',
    underWay: 'payout_create',
    due: 'looked_up',
    moves: {
      ...onDeclaration,
      ...settlement,
      created: 'step_done',
      ended: 'attempt_ended',
      left_open: 'creation_pending',
    },
    outcomes: onCreation,
  },
  creation_pending: {
    status: 'pending',
    underWay: 'payout_create',
    due: 'looked_up',
    cancel: 'at_processor',
    moves: {
      ...onDeclaration,
      ...settlement,
      created: 'step_done',
      ended: 'attempt_ended',
      left_open: 'creation_pending',
      cancel_sent: 'cancelling_creation',
    },
    outcomes: onCreation,
  },
  requires_fulfillment: {
    status: 'requires_fulfillment',
    cancel: 'if_created',
    moves: {
      ...onDeclaration,
      ...settlement,
      ...sends,
      failed: 'failed',
      cancelled: 'cancelled',
      cancel_sent: 'cancelling_created',
    },
    outcomes: { ...onSettlement, declined: 'failed' },
  },
  fulfilling: {
    status: 'pending',
    underWay: 'payout_fulfill',
    due: 'looked_up',
    moves: { ...onDeclaration, ...settlement, ended: 'attempt_ended', left_open: 'fulfillment_pending' },
    outcomes: onFulfillment,
  },
  fulfillment_pending: {
    status: 'pending',
    underWay: 'payout_fulfill',
    due: 'looked_up',
    cancel: 'at_processor',
    moves: {
      ...onDeclaration,
      ...settlement,
      ended: 'attempt_ended',
      left_open: 'fulfillment_pending',
      cancel_sent: 'cancelling_fulfillment',
    },
    outcomes: onFulfillment,
  },
  // The merchant knows that the money is on its way: a refusal of the bank fails the payout, and no other account is tried.
  initiated: {
    status: 'initiated',
    underWay: 'payout_fulfill',
    due: 'looked_up',
    patient: true,
    updatable: 'texts',
    confirm: 'begun',
    cancel: 'at_processor',
    erasable: true,
    moves: {
      ...onDeclaration,
      ...settlement,
      failed: 'failed',
      left_open: 'initiated',
      cancel_sent: 'cancelling_initiated',
    },
    outcomes: {
      ...onSettlement,
      initiated: 'left_open',
      declined: 'failed',
      accepted: 'left_open',
      unknown: 'left_open',
    },
  },
  cancelling_creation: cancelling('creation_pending', 'cancelling_creation'),
  cancelling_created: cancelling('requires_fulfillment', 'cancelling_created'),
  cancelling_fulfillment: cancelling('fulfillment_pending', 'cancelling_fulfillment'),
  cancelling_initiated: cancelling('initiated', 'cancelling_initiated'),
  // The processor has the payout with another amount than requested.
  manual_review: {
    status: 'pending',
    underWay: 'payout_fulfill',
    due: 'looked_up',
    moves: { ...onDeclaration, ...settlement, failed: 'failed', left_open: 'manual_review' },
    outcomes: {
      paid: 'paid',
      reversed: 'reversed',
      expired: 'expired',
      voided: 'voided',
      declined: 'failed',
      initiated: 'left_open',
      payout_created: 'left_open',
      accepted: 'left_open',
      unknown: 'left_open',
      other_amount: 'left_open',
      mismatched: 'left_open',
    },
  },
  // An outcome has ended a step: the same decision sends the next one, or waits for the fulfilment.
  step_done: {
    status: 'requires_creation',
    passing: true,
    moves: { ...sends, awaits_fulfillment: 'requires_fulfillment' },
  },
  step_unknown: {
    status: 'requires_creation',
    passing: true,
    moves: { ...sends, given_up: 'attempt_ended' },
  },
  // A definite end without money: the same decision begins the next attempt, or ends the payout.
  attempt_ended: {
    status: 'requires_creation',
    passing: true,
    moves: { ...sends, awaits_fulfillment: 'requires_fulfillment', failed: 'failed', ineligible: 'ineligible' },
  },
  // The money may come back after that, as a reversal or as a failure.
  success: {
    status: 'success',
    erasable: true,
    moves: { reversed: 'reversed', declared_reversed: 'reversed' },
    outcomes: { reversed: 'reversed', declined: 'reversed' },
  },
  failed: {
    status: 'failed',
    erasable: true,
    moves: { declared_success: 'success', declared_reversed: 'reversed' },
    outcomes: givenUp,
  },
  ineligible: { status: 'ineligible', erasable: true, outcomes: givenUp },
  cancelled: {
    status: 'cancelled',
    erasable: true,
    moves: { declared_success: 'success', declared_reversed: 'reversed' },
    outcomes: givenUp,
    cancelOutcomes: givenUp,
  },
  expired: {
    status: 'expired',
    erasable: true,
    moves: { declared_success: 'success', declared_reversed: 'reversed' },
    outcomes: givenUp,
  },
  reversed: { status: 'reversed', erasable: true },
} as const satisfies Readonly<Record<string, PayoutStateDeclaration>>;

type States = typeof states;
export type PayoutState = keyof States;
type RowOf<S extends PayoutState, Name extends string> = States[S] extends { readonly [N in Name]: infer Of }
  ? Of
  : Record<never, never>;

const eachState = Object.entries<PayoutStateDeclaration>(states);
const rowsOf = <Name extends 'moves' | 'outcomes' | 'cancelOutcomes'>(name: Name) =>
  Object.fromEntries(eachState.map(([state, declared]) => [state, declared[name] ?? {}])) as unknown as {
    readonly [S in PayoutState]: RowOf<S, Name>;
  };

export const payoutMachine = defineMachine(rowsOf('moves'));
export type PayoutEvent = AnyEventOf<typeof payoutMachine>;

// The compiler checks here that each state has the events of its outcomes.
const ofSteps: OutcomeTable<typeof payoutMachine> = rowsOf('outcomes');
const ofCancellations: OutcomeTable<typeof payoutMachine> = rowsOf('cancelOutcomes');

/** What an outcome does, by the operation that it is about. */
export const payoutOperations = {
  step: defineOperation({ machine: payoutMachine, outcomes: ofSteps }),
  cancel: defineOperation({ machine: payoutMachine, outcomes: ofCancellations }),
} as const satisfies Readonly<Record<string, OperationDefinition<typeof payoutMachine>>>;
