import type {
  AccountRef,
  CaptureMethod,
  DataOf,
  RequestedMethod,
  routeBeginCheck,
  routeRequest,
} from '@payorch/contracts';
import type { AttemptId, MerchantId, ProfileId } from '@payorch/kernel';
import { isZero } from '@payorch/kernel';
import type { Routable } from './route-source';

export type RouteRequest = DataOf<typeof routeRequest>;
export type BeginCheck = DataOf<typeof routeBeginCheck>;

/** The fields of a payment that routing reads; no other field affects the route. */
export interface RoutedPayment extends RequestedMethod, Routable {
  readonly merchantId: MerchantId;
  readonly profileId: ProfileId;
  readonly attemptId: AttemptId;
  readonly captureMethod: CaptureMethod;
  /** The processor that is requested to split the payment. */
  readonly splitAt: string | null;
  /** The merchant accepts an authorization of less than the total. */
  readonly partial: boolean;
  /** The customer pays by a plan of installments. */
  readonly installments: boolean;
  /** The account with the payment's own credentials: the only one that may take it. */
  readonly credentials: AccountRef | null;
  /** The card is charged by a network transaction id, and no processor has to know it. */
  readonly byNetworkTransactionId: boolean;
  /** The charge names the card network's chain of payments. */
  readonly byTransactionLink: boolean;
  /** An absent customer's card is charged by its number alone. */
  readonly byLimitedCard: boolean;
  /** The data is a decrypted token of a wallet. */
  readonly byWalletToken: boolean;
  /** The customer was authenticated outside the processor: the authorization carries the proof. */
  readonly isAuthenticated: boolean;
}

function mandateOf({ mandate, money }: RouteRequest['operation']): RoutedPayment['mandate'] {
  if (mandate.kind === 'use') return 'charge';
  const mustSave = mandate.kind === 'store' && mandate.isRequired === true;
  return isZero(money) || mustSave ? 'set_up' : 'not_needed';
}

type ChargedBy = Pick<RoutedPayment, 'byNetworkTransactionId' | 'byTransactionLink' | 'byLimitedCard'>;

/** A charge without the customer that names nothing is one by the card's number alone. */
function chargedBy({ mandate }: RouteRequest['operation']): ChargedBy {
  const used = mandate.kind === 'use' && mandate.mandateReference === null ? mandate : null;
  return {
    byNetworkTransactionId: used !== null && used.networkTransactionId !== null,
    byTransactionLink: used?.transactionLinkId !== undefined,
    byLimitedCard: used?.networkTransactionId === null,
  };
}

export const routedPaymentOf = ({
  operation,
  captureMethod,
  straightThrough,
  splitAt,
  credentials,
  facts,
}: RouteRequest): RoutedPayment => ({
  merchantId: operation.merchantId,
  profileId: operation.profileId,
  attemptId: operation.attemptId,
  facts: facts ?? { values: {} },
  money: operation.money,
  paymentMethod: operation.paymentMethod,
  paymentMethodType: operation.paymentMethodType,
  cardNetwork: operation.card?.network ?? null,
  country: operation.billingCountry,
  captureMethod: captureMethod ?? 'automatic',
  straightThrough,
  splitAt: splitAt ?? null,
  partial: operation.partial === true,
  installments: operation.installments !== undefined,
  credentials: credentials ?? null,
  mandate: mandateOf(operation),
  ...chargedBy(operation),
  byWalletToken: operation.walletToken !== undefined,
  isAuthenticated: operation.isAuthenticated === true,
});
