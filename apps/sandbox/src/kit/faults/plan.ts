import type { Fault } from './fault';

/** Deviations of an execution that a fault requires. */
export interface Variation {
  readonly settlesLater?: { readonly ms: number; readonly status: 'succeeded' | 'failed' };
  /** Added to the authorized or charged amount. */
  readonly amountDelta?: number;
}

/** What a fault changes in each step of a call, so that the steps need not know the faults. */
export interface Plan {
  /** Whether the call is executed, or how it ends before the execution. */
  readonly before: 'execute' | 'reset' | 'hang' | 'fail' | 'too_many';
  readonly variation: Variation;
  /** The number of lookups that do not find the payment of this call. */
  readonly hiddenLookups: number;
  readonly webhooks: WebhookPlan;
  readonly delayMs: number;
  readonly answer: 'whole' | 'hang' | 'drop' | 'fail' | 'rubbish' | 'wrong_amount';
}

export interface WebhookPlan {
  readonly always: boolean;
  readonly never: boolean;
  readonly copies: number;
  readonly delayMs: number;
  /** The response waits for the first delivery attempt of the webhook. */
  readonly beforeAnswer: boolean;
}

const normalWebhooks: WebhookPlan = { always: false, never: false, copies: 1, delayMs: 0, beforeAnswer: false };

export const normalPlan: Plan = {
  before: 'execute',
  variation: {},
  hiddenLookups: 0,
  webhooks: normalWebhooks,
  delayMs: 0,
  answer: 'whole',
};

function deviation(fault: Fault): Partial<Plan> {
  switch (fault.name) {
    case 'refuse':
      return { before: 'reset' };
    case 'hang':
      return { before: 'hang' };
    case 'fail_500':
      return { before: 'fail' };
    case 'fail_429':
      return { before: 'too_many' };
    case 'execute_then_hang':
      return { answer: 'hang' };
    case 'execute_then_drop':
      return { answer: 'drop' };
    case 'execute_then_500':
      return { answer: 'fail' };
    case 'rubbish':
      return { answer: 'rubbish' };
    case 'wrong_amount':
      return fault.kept ? { variation: { amountDelta: 1 } } : { answer: 'wrong_amount' };
    case 'slow':
      return { delayMs: fault.ms };
    case 'pending_then_settled':
      return { variation: { settlesLater: { ms: fault.ms, status: fault.status } } };
    case 'lookup_not_found_then_found':
      return { hiddenLookups: fault.lookups, answer: 'drop' };
    case 'duplicate_webhook':
      return { webhooks: { ...normalWebhooks, always: true, copies: fault.copies } };
    case 'late_webhook':
      return { webhooks: { ...normalWebhooks, always: true, delayMs: fault.ms } };
    case 'early_webhook':
      return { webhooks: { ...normalWebhooks, always: true, beforeAnswer: true } };
    case 'no_webhook':
      return { webhooks: { ...normalWebhooks, never: true } };
  }
}

/** The plan of a normal call, with the deviations of the fault. */
export const planOf = (fault: Fault | undefined): Plan => (fault ? { ...normalPlan, ...deviation(fault) } : normalPlan);
