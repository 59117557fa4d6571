import type { AccountRef, DynamicRouting, RouteDecision } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import type { RoutedPayment } from './routed-payment';

/** What scores order. */
export interface ScoredRoute {
  /** The dynamic routing of the profile that decides the payment. */
  readonly dynamic: DynamicRouting;
  readonly payment: Pick<RoutedPayment, 'merchantId' | 'profileId' | 'attemptId' | 'facts'>;
  /** The eligible accounts in the order of the static algorithm, or of the default order; at least one. */
  readonly eligible: readonly AccountRef[];
}

type DynamicDecision = NonNullable<RouteDecision['dynamic']>;

export interface ScoreOrder {
  /** The best account first. Accounts that it leaves out follow in the static order. */
  readonly order: readonly MerchantConnectorId[];
  /** The scores that counted, from 0 to 100, by account. */
  readonly scores: ReadonlyMap<MerchantConnectorId, number>;
  /** What the scores did. Where they chose nothing (`static`, `unavailable`, `metrics`), `order` has no effect. */
  readonly decision: DynamicDecision;
}

/**
 * Orders the eligible accounts of a payment by their scores. Reads memory alone: it is called for each payment of a profile with
 * dynamic routing. A share of payments, and an account to explore, are drawn by the attempt: a redelivered request draws the same.
 */
export type OrderByScores = (route: ScoredRoute) => ScoreOrder;
