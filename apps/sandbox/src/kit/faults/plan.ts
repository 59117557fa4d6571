import type { Fault, FaultName, FaultOf } from './fault';

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

const webhooks = (rest: Partial<WebhookPlan>): Partial<Plan> => ({
  webhooks: { ...normalWebhooks, always: true, ...rest },
});

type Deviations = { readonly [N in FaultName]: (fault: FaultOf<N>) => Partial<Plan> };
const deviations: Deviations = {
  refuse: () => ({ before: 'reset' }),
  hang: () => ({ before: 'hang' }),
  fail_500: () => ({ before: 'fail' }),
  fail_429: () => ({ before: 'too_many' }),
  execute_then_hang: () => ({ answer: 'hang' }),
  execute_then_drop: () => ({ answer: 'drop' }),
  execute_then_500: () => ({ answer: 'fail' }),
  rubbish: () => ({ answer: 'rubbish' }),
  wrong_amount: ({ kept }) => (kept ? { variation: { amountDelta: 1 } } : { answer: 'wrong_amount' }),
  slow: ({ ms }) => ({ delayMs: ms }),
  pending_then_settled: ({ ms, status }) => ({ variation: { settlesLater: { ms, status } } }),
  lookup_not_found_then_found: ({ lookups }) => ({ hiddenLookups: lookups, answer: 'drop' }),
  duplicate_webhook: ({ copies }) => webhooks({ copies }),
  late_webhook: ({ ms }) => webhooks({ delayMs: ms }),
  early_webhook: () => webhooks({ beforeAnswer: true }),
  no_webhook: () => webhooks({ always: false, never: true }),
};
const deviation = (fault: Fault): Partial<Plan> => deviations[fault.name](fault as never);

/** The plan of a normal call, with the deviations of the fault. */
export const planOf = (fault: Fault | undefined): Plan => (fault ? { ...normalPlan, ...deviation(fault) } : normalPlan);
