import type { IntentStatus } from '../src/payments/domain/attempts/attempt-status';

/** Every status of a payment on the interface, those included that no payment reaches here. */
export const interfaceStatuses = [
  ...(['succeeded', 'failed', 'cancelled', 'cancelled_post_capture', 'processing'] as const),
  ...(['requires_customer_action', 'requires_merchant_action', 'requires_payment_method'] as const),
  ...(['requires_confirmation', 'requires_capture', 'partially_captured'] as const),
  ...(['partially_captured_and_capturable', 'partially_authorized_and_requires_capture'] as const),
  ...(['partially_captured_and_processing', 'conflicted', 'expired', 'review'] as const),
] as const;
export type InterfaceStatus = (typeof interfaceStatuses)[number];

/** Which statuses allow an operation, and the interface's answer in the others. */
export interface OperationRow {
  readonly allowed: readonly InterfaceStatus[];
  /** Code and message of the error. */
  readonly refused: (status: string) => string;
}

const except = (...denied: readonly InterfaceStatus[]): readonly InterfaceStatus[] =>
  interfaceStatuses.filter((status) => !denied.includes(status));

export const cannot = (action: string, status: string, why = ''): string =>
  `IR_16 You cannot ${action} this payment because it has status ${status}${why}`;

const notCaptured = (field: string, value: string, states: string): string =>
  `IR_14 This Payment could not be captured because it has a ${field} of ${value}. The expected state is ${states}`;
const capturable = 'requires_capture, partially_captured_and_capturable, processing';
/** The answer to a capture of a payment with the capture method `manual`, which has one capture. */
export const captureRefused = (status: string): string =>
  status === 'processing'
    ? notCaptured('capture_method', 'manual', 'manual_multiple')
    : notCaptured('payment.status', status, capturable);

const manualRetry = ', you can enable `manual_retry` in profile to try this payment again';
const notIncremental =
  'IR_16 You cannot increment authorization this payment because it is not allowed for incremental_authorization';
const noVoid = 'IR_16 Post-capture sync is allowed only after a post-capture void has been initiated';
const chargedStatuses = ['succeeded', 'partially_captured'] as const;
/** A capture that is under way permits another one only with `manual_multiple`, which the state decides. */
const capturableStatuses = [
  ...(['requires_capture', 'partially_captured_and_capturable'] as const),
  'partially_authorized_and_requires_capture',
] as const;
const ofOpenPayment = (action: string): OperationRow => ({
  allowed: except('failed', 'succeeded', 'review'),
  refused: (status) => cannot(action, status),
});

/** The interface's table of operations and statuses (states, 1.5), without our departures. */
export const operationRows = {
  update: {
    allowed: ['requires_payment_method', 'requires_confirmation'],
    refused: (status) => cannot('update', status),
  },
  confirm: {
    allowed: ['requires_payment_method', 'requires_confirmation'],
    refused: (status) => cannot('confirm', status, status === 'failed' ? manualRetry : ''),
  },
  capture: { allowed: capturableStatuses, refused: captureRefused },
  cancel: {
    allowed: except('failed', 'succeeded', 'cancelled', 'processing', 'requires_merchant_action', 'review'),
    refused: (status) => cannot('cancel', status),
  },
  cancel_post_capture: { allowed: chargedStatuses, refused: (status) => cannot('cancel_post_capture', status) },
  /** Without a post-capture void, which a row of its own has. */
  cancel_post_capture_sync: {
    allowed: [],
    refused: (status) =>
      [...chargedStatuses, 'partially_captured_and_capturable'].includes(status)
        ? noVoid
        : cannot('cancel_post_capture', status),
  },
  /** Where the processor permits it. */
  incremental_authorization: {
    allowed: ['requires_capture'],
    refused: (status) => cannot('increment authorization', status),
  },
  incremental_authorization_not_permitted: {
    allowed: [],
    refused: (status) => (status === 'requires_capture' ? notIncremental : cannot('increment authorization', status)),
  },
  /** Requested at the creation. */
  extend_authorization: {
    allowed: ['requires_capture', 'partially_authorized_and_requires_capture'],
    refused: (status) => cannot('extend authorization', status),
  },
  session_tokens: ofOpenPayment('create a session token for'),
  calculate_tax: ofOpenPayment('create a session update for'),
  complete_authorize: ofOpenPayment('confirm'),
  start_page: ofOpenPayment('update'),
  approve: ofOpenPayment('approve'),
  reject: {
    allowed: except('cancelled', 'failed', 'succeeded', 'processing', 'review'),
    refused: (status) => cannot('reject', status),
  },
  update_metadata: {
    allowed: [
      ...(['succeeded', 'failed', 'partially_captured', 'partially_captured_and_capturable'] as const),
      ...(['requires_capture', 'requires_customer_action'] as const),
    ],
    refused: (status) => cannot('update_metadata', status),
  },
  retrieve: { allowed: interfaceStatuses, refused: (status) => cannot('retrieve', status) },
  manual_status_update: {
    allowed: ['review'],
    refused: (status) =>
      `IR_06 Payment status must be 'review' to perform manual status update, current status is '${status}'`,
  },
  refund: {
    allowed: chargedStatuses,
    refused: (status) =>
      `IR_14 This Payment could not be refund because it has a status of ${status}. The expected state is succeeded, partially_captured`,
  },
  list_payment_methods: { allowed: interfaceStatuses, refused: (status) => cannot('list', status) },
} as const satisfies Readonly<Record<string, OperationRow>>;
export type OperationName = keyof typeof operationRows;

/** A deliberate difference from a row, with the case as `docs/departures.md` names it. */
export interface OperationDeparture {
  readonly operation: OperationName;
  readonly statuses: readonly IntentStatus[];
  readonly documented: string;
  /** `unchanged`: accepted, without an effect. */
  readonly result: (status: string) => string;
}

const withoutAuthorization = ['partially_captured', 'cancelled_post_capture', 'conflicted', 'expired'] as const;
const atProcessor = [
  ...(['processing', 'cancelled', 'cancelled_post_capture', 'conflicted', 'expired'] as const),
  ...(['partially_captured', ...capturableStatuses] as const),
] as const;
const unchanged = (): string => 'unchanged';

export const operationDepartures: readonly OperationDeparture[] = [
  {
    operation: 'cancel',
    statuses: withoutAuthorization,
    documented: 'cancel of `partially_captured`, `cancelled_post_capture`, `conflicted`, `expired`',
    result: (status) => cannot('cancel', status),
  },
  {
    operation: 'reject',
    statuses: withoutAuthorization,
    documented: '`reject` of `partially_captured`, `cancelled_post_capture`, `conflicted`, `expired`',
    result: (status) => cannot('reject', status),
  },
  {
    operation: 'approve',
    statuses: [
      ...(['requires_payment_method', 'requires_confirmation', 'requires_customer_action', 'processing'] as const),
      ...(['cancelled', ...withoutAuthorization] as const),
    ],
    documented: '`approve` without an authorization',
    result: captureRefused,
  },
  { operation: 'complete_authorize', statuses: atProcessor, documented: '`complete_authorize`', result: unchanged },
  {
    operation: 'calculate_tax',
    statuses: atProcessor,
    documented:
      '`shipping` in `complete_authorize` or `calculate_tax`, for a payment that is authorized or at its processor',
    result: unchanged,
  },
  {
    operation: 'start_page',
    statuses: ['requires_payment_method', 'requires_confirmation', ...atProcessor],
    documented: 'the start page of a payment that does not wait for its customer',
    result: () => 'HE_02 Payment does not exist in our records',
  },
];

/** The documented result of an operation in a status: `allowed`, `unchanged`, or code and message of the error. */
export function resultOf(operation: OperationName, status: IntentStatus): string {
  const departure = operationDepartures.find((one) => one.operation === operation && one.statuses.includes(status));
  if (departure) return departure.result(status);
  const { allowed, refused }: OperationRow = operationRows[operation];
  return allowed.includes(status) ? 'allowed' : refused(status);
}
