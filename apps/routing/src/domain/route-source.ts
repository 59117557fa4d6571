import type {
  ActiveAlgorithm,
  RouteDecision,
  RoutingAlgorithm,
  RoutingChoice,
  StraightThrough,
} from '@payorch/contracts';
import type { Choice, CompiledAlgorithm } from '@payorch/routing-rules';
import { compileAlgorithm, compiledOnce, isProblems, readAlgorithm } from '@payorch/routing-rules';
import type { RoutedPayment } from './routed-payment';

/** What names the accounts of a payment, and how. */
export interface RouteSource extends Pick<RouteDecision, 'source' | 'algorithmId' | 'rule' | 'draw'> {
  /** None for `default`: the profile's default order counts. */
  readonly choices: readonly Choice[];
}

type Named = Exclude<StraightThrough, { kind: 'algorithm' }>;

const unruled = { algorithmId: null, rule: null, draw: null };

/** The accounts that the request names; null: it names none itself. */
export const namedByRequest = ({ straightThrough }: RoutedPayment): Named | null =>
  straightThrough && straightThrough.kind !== 'algorithm' ? straightThrough : null;

export const choicesOf = (named: Named): readonly Choice[] =>
  named.kind === 'accounts'
    ? named.accounts
    : named.connectors.map((connector) => ({ connector, merchantConnectorId: null }));

/** Whether only the account that saved the payment method can charge it. */
export const isChargedAtItsAccount = (payment: RoutedPayment): boolean =>
  payment.mandate === 'charge' && namedByRequest(payment) !== null;

/** Whether the processor's reference names the saved payment method: then payments, not the merchant, named the account. */
const isByReference = ({ byNetworkTransactionId, byLimitedCard }: RoutedPayment): boolean =>
  !byNetworkTransactionId && !byLimitedCard;

type Ordering = Pick<CompiledAlgorithm, 'order'>;

const namesNone: Ordering = { order: () => ({ rule: null, draw: null, choices: [] }) };

/**
 * An algorithm that does not read, although it was checked when it was accepted (perhaps by another release), names no account, so
 * that the default order counts: an error would stop the payments of all merchants.
 */
function compiled(sent: RoutingAlgorithm): Ordering {
  const algorithm = readAlgorithm(sent);
  return isProblems(algorithm) ? namesNone : compileAlgorithm(algorithm);
}

const compiledActive = compiledOnce(({ kind: type, data }: ActiveAlgorithm) => compiled({ type, data }));

const sourceByAlgorithm = (
  source: 'inline' | 'active',
  { order }: Ordering,
  { facts, attemptId }: RoutedPayment,
  algorithmId: RouteSource['algorithmId'] = null,
): RouteSource => {
  const { rule, draw, choices } = order(facts, attemptId);
  return { source, algorithmId, rule, draw, choices };
};

/** Who names the accounts, in the order of precedence: the request, its algorithm, the active algorithm, the default order. */
export function routeSourceOf(payment: RoutedPayment, inForce: RoutingChoice | null): RouteSource {
  const named = namedByRequest(payment);
  if (named) {
    const isRecurring = payment.mandate === 'charge' && isByReference(payment);
    return { ...unruled, source: isRecurring ? 'recurring' : 'straight_through', choices: choicesOf(named) };
  }
  const { straightThrough } = payment;
  if (straightThrough?.kind === 'algorithm') {
    const { algorithm: type, data } = straightThrough;
    return sourceByAlgorithm('inline', compiled({ type, data }), payment);
  }
  const active = inForce?.payment.active;
  if (!active) return { ...unruled, source: 'default', choices: [] };
  return sourceByAlgorithm('active', compiledActive(active), payment, active.algorithmId);
}
