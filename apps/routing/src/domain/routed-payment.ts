import type {
  AccountRef,
  CaptureMethod,
  DataOf,
  StraightThrough,
  RequestedMethod,
  routeBeginCheck,
  routeRequest,
} from '@payorch/contracts';
import { isZero } from '@payorch/kernel';

export type RouteRequest = DataOf<typeof routeRequest>;
export type BeginCheck = DataOf<typeof routeBeginCheck>;

/** The fields of a payment that routing reads; no other field affects the route. */
export interface RoutedPayment extends RequestedMethod {
  readonly captureMethod: CaptureMethod;
  readonly straightThrough: StraightThrough | null;
  /** The processor that is requested to split the payment. */
  readonly splitAt: string | null;
  /** The account with the payment's own credentials: the only one that may take it. */
  readonly credentials: AccountRef | null;
  /** The card is charged by a network transaction id, and no processor has to know it. */
  readonly byNetworkTransactionId: boolean;
}

function mandateOf({ mandate, money }: RouteRequest['operation']): RoutedPayment['mandate'] {
  if (mandate.kind === 'use') return 'charge';
  return isZero(money) ? 'set_up' : 'not_needed';
}

export const routedPaymentOf = ({
  operation,
  captureMethod,
  straightThrough,
  splitAt,
  credentials,
}: RouteRequest): RoutedPayment => ({
  money: operation.money,
  paymentMethod: operation.paymentMethod,
  paymentMethodType: operation.paymentMethodType,
  cardNetwork: operation.card?.network ?? null,
  country: operation.billingCountry,
  captureMethod: captureMethod ?? 'automatic',
  straightThrough,
  splitAt: splitAt ?? null,
  credentials: credentials ?? null,
  mandate: mandateOf(operation),
  byNetworkTransactionId: operation.mandate.kind === 'use' && operation.mandate.mandateReference === null,
});
