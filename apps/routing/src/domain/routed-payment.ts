import type { CaptureMethod, DataOf, Json, StraightThrough, routeRequest } from '@payorch/contracts';
import type { Money } from '@payorch/kernel';

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
}

function countryOf(billing: Json | undefined): string | null {
  if (typeof billing !== 'object' || billing === null || !('address' in billing)) return null;
  const { address } = billing;
  if (typeof address !== 'object' || address === null || !('country' in address)) return null;
  return typeof address.country === 'string' ? address.country : null;
}

export const routedPaymentOf = ({ operation, captureMethod, straightThrough }: RouteRequest): RoutedPayment => ({
  money: operation.money,
  paymentMethod: operation.paymentMethod,
  paymentMethodType: operation.paymentMethodType,
  cardNetwork: operation.card?.network ?? null,
  country: countryOf(operation.billing ?? undefined),
  captureMethod: captureMethod ?? 'automatic',
  straightThrough,
});
