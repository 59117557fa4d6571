import { isDeepStrictEqual } from 'node:util';
import type { AccountRef, Outcome, Outgoing } from '@payorch/contracts';
import { isRefusal, paymentDeclare, refundDeclare, routeNone, routeRequest, topics } from '@payorch/contracts';
import type { Incoming } from '@payorch/platform/kafka';
import type { OperationEvent, OperationLine } from '@payorch/platform/telemetry';
import type { Step } from './step';

/** The fields by which messages name what they are about. */
interface Named {
  readonly merchantId?: string;
  readonly paymentId?: string | null;
  readonly refundId?: string;
  readonly mandateId?: string;
  readonly relayId?: string;
  readonly authenticationId?: string;
  readonly attemptId?: string | null;
  readonly operationId?: string;
  readonly account?: AccountRef;
}

/** The fields of an outcome's message. */
interface Reported extends Named {
  readonly flow?: string;
  readonly source: string;
  readonly outcome: Outcome;
  /** Time of the first call. */
  readonly sentAt: Date | string | null;
}

/** The input of a step that its lines need. */
export interface Handled {
  readonly incoming: Incoming;
  readonly before: unknown;
  readonly now: Date;
}

const about = ({ context }: Pick<Incoming, 'context'>, named: Named) => ({
  request_id: context.correlationId,
  merchant_id: named.merchantId,
  payment_id: named.paymentId,
  refund_id: named.refundId,
  mandate_id: named.mandateId,
  relay_id: named.relayId,
  authentication_id: named.authenticationId,
  attempt_id: named.attemptId,
  operation_id: named.operationId,
  connector: named.account?.connector,
  connector_account: named.account?.merchantConnectorId,
});

/** `connector.capture` begins, `connector.refund_outcome` ends the operation that the type names. */
function operationNamedBy(type: string): string {
  const name = type.replace(/^connector\./, '').replace(/_(?:outcome|step)$/, '');
  return name === 'mandate' ? 'revoke_mandate' : name;
}

/**
 * The operation that a command to a worker begins; undefined for a message that begins none: a sync has a round, and what is no
 * operation has no operation id.
 */
export function begunBy({ message, data }: Outgoing): { operation: string; named: Named } | undefined {
  if (message.type === routeRequest.type)
    return { operation: 'authorize', named: (data as { operation: Named }).operation };
  const named = data as Named & { readonly round?: number };
  const isOperation = message.topic === topics.connectorCommands.name && named.operationId !== undefined;
  return isOperation && named.round === undefined ? { operation: operationNamedBy(message.type), named } : undefined;
}

/** Outcomes after which the processor still has to answer, or the customer to act. */
const openOutcomes: ReadonlySet<Outcome['kind']> = new Set([
  'accepted',
  'authentication_challenged',
  'challenged',
  'mismatched',
  'under_review',
]);

function eventOf({ kind }: Outcome): OperationEvent {
  if (kind === 'unknown') return 'operation.unknown';
  if (kind === 'not_sent') return 'operation.not_sent';
  return openOutcomes.has(kind) ? 'operation.answered' : 'operation.settled';
}

const bookkeeping: ReadonlySet<string> = new Set([
  ...['version', 'modifiedAt', 'pendingReplies', 'syncCount', 'dueAt', 'lastLookupAt', 'whole'],
]);

/** A state without what changes also when nothing new is known: pending replies, and the number and times of syncs. */
function known(state: unknown): unknown {
  if (Array.isArray(state)) return state.map(known);
  if (state === null || typeof state !== 'object' || Object.getPrototypeOf(state) !== Object.prototype) return state;
  return Object.fromEntries(
    Object.entries(state).flatMap(([name, value]) => (bookkeeping.has(name) ? [] : [[name, known(value)]])),
  );
}

const isReport = (data: unknown): data is Reported =>
  typeof data === 'object' && data !== null && 'outcome' in data && 'source' in data;

/** The line of an outcome that the step committed; undefined if it changed nothing that is known of the operation. */
function lineOfOutcome({ incoming, before, now }: Handled, data: Reported, after: unknown): OperationLine | undefined {
  // The outcome of the call itself is the first of its operation.
  const isNew = after !== undefined && (data.source === 'call' || !isDeepStrictEqual(known(before), known(after)));
  if (!isNew) return undefined;
  const { outcome, source, sentAt, flow } = data;
  return {
    event: eventOf(outcome),
    ...about(incoming, data),
    operation: flow ?? operationNamedBy(incoming.message.type),
    source,
    outcome: outcome.kind,
    code: 'error' in outcome ? outcome.error.code : undefined,
    ms: sentAt === null ? undefined : now.getTime() - new Date(sentAt).getTime(),
  };
}

const declarations: readonly string[] = [paymentDeclare.type, refundDeclare.type];

/** The line of what the message itself did, apart from the operations that it began. */
function lineOfMessage(handled: Handled, step: Step<unknown>): OperationLine | undefined {
  const { incoming } = handled;
  const { message, data } = incoming;
  if (isReport(data)) return lineOfOutcome(handled, data, step.state);
  const named = data as Named;
  const isAboutMoney = named.paymentId ?? named.refundId ?? named.relayId ?? named.mandateId;
  if (isAboutMoney === undefined) return undefined;
  const line = { ...about(incoming, named), operation: message.type };
  if (message.type === routeNone.type) {
    const { reason } = data as { readonly reason: string };
    return step.state === undefined
      ? undefined
      : { event: 'operation.settled', ...line, operation: 'authorize', outcome: 'no_route', code: reason };
  }
  const refusal = step.refusal ?? step.replies?.map(({ reply }) => reply).find(isRefusal);
  if (refusal) return { event: 'operation.refused', ...line, code: refusal.code };
  const isDeclared = declarations.includes(message.type) && step.state !== undefined;
  return isDeclared ? { event: 'operation.declared', ...line } : undefined;
}

/**
 * The log lines of one committed step, by its message and its effects: an outcome that changed what is known, a refusal, and
 * every operation that the step begins. A new operation needs no line of its own: its command and its outcome name it.
 */
export function operationLines(handled: Handled, step: Step<unknown>): OperationLine[] {
  const line = lineOfMessage(handled, step);
  const begun = (step.messages ?? []).flatMap((outgoing): OperationLine[] => {
    const by = begunBy(outgoing);
    return by ? [{ event: 'operation.begun', ...about(handled.incoming, by.named), operation: by.operation }] : [];
  });
  return line ? [line, ...begun] : begun;
}
