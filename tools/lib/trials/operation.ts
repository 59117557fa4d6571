import type { Trial } from './trial';

const connector = 'libs/connectors/test-processor';
const domain = 'apps/payments/src/payments/domain';
const simulator = 'apps/sandbox/src/processors/test-processor';

/** What the operation is and how it ends. The generator has laid out the declaration and its rules. */
function declaration(trial: Trial): void {
  trial
    .insert(
      'libs/operations/src',
      'declared/confirm-receipt.ts',
      { before: "      declined: 'failed'," },
      "      receipt_confirmed: 'succeeded',\n",
    )
    .insert(
      'libs/values/src',
      'outcome.ts',
      { before: "  z.object({ kind: z.literal('refunded')" },
      "  z.object({ kind: z.literal('receipt_confirmed'), reference }),\n",
    );
}

const flow = `import type { Flow } from '@payorch/connector-kit';
import { postJson, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { readCall } from '../responses/answers';
import { headersOf } from '../requests/headers';
import { receiptOf } from '../responses/status';
import { answer } from '../responses/wire';

export const confirmReceipt: Flow<'confirmReceipt', Credentials> = {
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, 'payments', operation.reference, 'confirm_receipt'),
      { reference: operation.id },
      headersOf(operation, account),
    ),
  parseResponse: (operation, reply) => readCall(reply, answer, (payment) => receiptOf(payment, operation)),
};
`;

const readings = `const receipts: Readonly<Record<string, Reading>> = {
  succeeded: ({ id }) => ({ kind: 'receipt_confirmed', reference: id }),
  processing: inProgress,
  failed: refused,
};

`;

const receiptOf = `/** The outcome of a confirmation of receipt, read in the same way. */
export const receiptOf = (payment: WirePayment, { id }: Pick<RequestedAmount, 'id'>): Outcome =>
  called(listed(payment, 'confirm_receipt', id, receipts), payment);

`;

/** One connector's flow, and what its sync reads of the operation. */
function flowOfConnector(trial: Trial): void {
  const status = 'responses/status.ts';
  trial
    .write(`${connector}/flows/confirm-receipt.ts`, flow)
    .insert(
      connector,
      'test-processor/index.ts',
      { before: 'import { createOrder } from' },
      "import { confirmReceipt } from './flows/confirm-receipt';\n",
    )
    .insert(connector, 'test-processor/index.ts', { before: '    unreferencedRefundSync,\n' }, '    confirmReceipt,\n')
    .insert(connector, status, { before: '/** The outcome of one operation from the payment' }, readings)
    .insert(
      connector,
      status,
      { before: '    // An order has a lookup of its own.' },
      "    case 'confirm_receipt':\n      return listed(payment, 'confirm_receipt', requested.id, receipts);\n",
    )
    .insert(connector, status, { before: '/** A call that was just answered cannot be absent' }, receiptOf);
}

const decision = `import type { DataOf, paymentConfirmReceipt } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { isIn } from '../attempts/attempt';
import type { DecideContext, Decision } from '../decision';
import { decided, pendingRepliesOf, pendingRepliesWith, unchanged } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { cannot } from '../state-refusals';
import type { Receipt } from './receipt';

/** Confirms once that the customer has the goods. While a confirmation is under way, a second request syncs it. */
export function confirmReceipt(
  payment: Payment | undefined,
  _command: DataOf<typeof paymentConfirmReceipt>,
  context: DecideContext,
): Decision {
  if (!payment) return refuse('payment_not_found');
  const attempt = activeAttempt(payment);
  if (!isIn(attempt, 'charged')) return cannot('confirm the receipt of', payment);
  const { account, reference, charged } = attempt.facts;
  const waiting = { ...payment, pendingReplies: pendingRepliesWith(payment, context) };
  const known = payment.receipts.findLast(({ attemptId }) => attemptId === attempt.id);
  if (known?.state === 'succeeded') return unchanged([{ kind: 'reply', pendingReplies: pendingRepliesOf(context) }]);
  if (known?.state === 'pending') {
    const operation = { id: known.operation, attemptId: attempt.id, account };
    const round = payment.version;
    return decided(waiting, [
      { kind: 'sync', flow: 'confirm_receipt', operation, reference, money: charged, round },
    ]);
  }
  const receipt: Receipt = {
    operation: context.newOperationId(),
    attemptId: attempt.id,
    state: 'pending',
    error: null,
    modifiedAt: context.now,
  };
  return decided({ ...waiting, receipts: [...payment.receipts, receipt] }, [
    { kind: 'confirm_receipt', operation: { id: receipt.operation, attemptId: attempt.id, account }, reference },
  ]);
}
`;

/** The owner: its command, its decision, and the call of the interface. */
function owner(trial: Trial): void {
  const handlers = 'messages/payments.handlers.ts';
  const controller = 'http/payments.controller.ts';
  trial
    .write(`${domain}/receipts/confirm-receipt.ts`, decision)
    .insert(
      'libs/contracts/src/payments',
      'follow-ups.ts',
      { before: '/** Extends the validity of the authorization. */' },
      "/** Confirms to the processor that the customer has the goods. */\nexport const paymentConfirmReceipt = command('payment.confirm_receipt', z.object(about));\n\n",
    )
    .insert('apps/payments/src', handlers, { before: '  paymentConfirm,\n' }, '  paymentConfirmReceipt,\n')
    .insert(
      'apps/payments/src',
      handlers,
      { before: "import type { Payment } from '../domain/payment';" },
      "import { confirmReceipt } from '../domain/receipts/confirm-receipt';\n",
    )
    .insert(
      'apps/payments/src',
      handlers,
      { before: '  on(paymentCancel, cancelPayment),\n' },
      '  on(paymentConfirmReceipt, confirmReceipt),\n',
    )
    .insert('apps/gateway/src/payments', controller, { after: 'import { paymentApprove, ' }, 'paymentConfirmReceipt, ')
    .insert(
      'apps/gateway/src/payments',
      controller,
      { before: "  @Post(':payment_id/approve')\n" },
      `  @Post(':payment_id/confirm_receipt')
  @HttpCode(200)
  @AllowOnly('secret_key')
  confirmReceipt(@Param('payment_id') paymentId: string, @FromMerchant() sender: Sender): OwnerReply {
    return this.operations.sendCommand(paymentConfirmReceipt, paymentId, sender);
  }

`,
    );
}

const simulated = `import type { Decision, Operation, Payment } from '../payment';
import { paymentNotSuccessful } from '../refusals';
import type { VoidRequest } from './void-payment';

/** Records that the customer has the goods. Only of a captured payment. */
export function confirmReceipt(payment: Payment, { reference }: VoidRequest): Decision {
  const isCaptured = payment.status === 'succeeded';
  const operation: Operation = {
    reference,
    kind: 'confirm_receipt',
    status: isCaptured ? 'succeeded' : 'failed',
    amount: payment.amount,
    error: isCaptured ? null : paymentNotSuccessful,
  };
  const listed = { ...payment, operations: [...payment.operations, operation] };
  return isCaptured ? { payment: listed } : { payment: listed, refusal: paymentNotSuccessful };
}
`;

/** The simulated processor, without which no journey runs. */
const processor = (trial: Trial): Trial =>
  trial
    .insert(
      'apps/sandbox/src/kit/faults',
      'fault-registry.ts',
      { after: "'post_capture_void', 'extend'" },
      ", 'confirm_receipt'",
    )
    .write(`${simulator}/decide/confirm-receipt.ts`, simulated)
    .insert(
      simulator,
      'http/endpoints.ts',
      { before: 'import { createOrder } from' },
      "import { confirmReceipt } from '../decide/confirm-receipt';\n",
    )
    .insert(
      simulator,
      'http/endpoints.ts',
      { after: "  change('extend', 'extend', parseVoid, extendAuthorization),\n" },
      "  change('confirm_receipt', 'confirm_receipt', parseVoid, confirmReceipt),\n",
    );

/** An operation of a payment from the call of the interface to one processor, after `npm run new -- operation confirm-receipt`. */
export function addOperation(trial: Trial): void {
  declaration(trial);
  flowOfConnector(trial);
  owner(trial);
  processor(trial);
}
