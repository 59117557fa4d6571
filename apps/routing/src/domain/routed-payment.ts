import type { CaptureMethod, DataOf, Json, StraightThrough, routeRequest } from '@payorch/contracts';
import type { Money } from '@payorch/kernel';
import { isZero } from '@payorch/kernel';

export type RouteRequest = DataOf<typeof routeRequest>;

/** All that a choice may look at: nothing else of the payment can sway it. */
export interface RoutedPayment {
  readonly money: Money;
  readonly paymentMethod: string;
  readonly paymentMethodType: string | null;
  readonly cardNetwork: string | null;
  /** Of the billing address. */
  readonly country: string | null;
  readonly captureMethod: CaptureMethod;
  readonly straightThrough: StraightThrough | null;
  /**
   * set_up: nothing is charged, the method is only stored. charge: what one account stored is charged, there or nowhere. A
   * payment that stores its method beside asks nothing of the account: where the processor keeps none, it is charged all the same.
   */
  readonly mandate: 'not_needed' | 'set_up' | 'charge';
}

function countryOf(billing: Json | undefined): string | null {
  if (typeof billing !== 'object' || billing === null || !('address' in billing)) return null;
  const { address } = billing;
  if (typeof address !== 'object' || address === null || !('country' in address)) return null;
  return typeof address.country === 'string' ? address.country : null;
}

function mandateOf({ mandate, money }: RouteRequest['operation']): RoutedPayment['mandate'] {
  if (mandate.kind === 'use') return 'charge';
  return isZero(money) ? 'set_up' : 'not_needed';
}

export const routedPaymentOf = ({ operation, captureMethod, straightThrough }: RouteRequest): RoutedPayment => ({
  money: operation.money,
  paymentMethod: operation.paymentMethod,
  paymentMethodType: operation.paymentMethodType,
  cardNetwork: operation.card?.network ?? null,
  country: countryOf(operation.billing ?? undefined),
  captureMethod: captureMethod ?? 'automatic',
  straightThrough,
  mandate: mandateOf(operation),
});
