import type { AccountRef, ConnectorAccountSettings, DataOf, routeNone } from '@payorch/contracts';
import { enables } from '@payorch/contracts';
import { askedOrder, connectorsAsked, defaultOrder } from '../candidates';
import type { OffersOf } from '../capabilities';
import { hasMethod, offersMethod } from '../capabilities';
import type { RoutedPayment } from '../routed-payment';

type Reason = DataOf<typeof routeNone>['reason'];

export type Route =
  | { readonly kind: 'routed'; readonly chosen: AccountRef; readonly fallbacks: readonly AccountRef[] }
  | { readonly kind: 'none'; readonly reason: Reason; readonly connector: string | null };

type Verdict = 'fits' | 'disabled' | 'not_enabled' | 'not_offered' | 'not_implemented' | 'capture_method';

interface Judged {
  readonly account: ConnectorAccountSettings;
  readonly verdict: Verdict;
}

/** The capture method is asked last: a refusal for it says that all else would have fitted. */
function judge(account: ConnectorAccountSettings, payment: RoutedPayment, offersOf: OffersOf): Verdict {
  if (account.disabled) return 'disabled';
  if (!enables(account.paymentMethodsEnabled, payment)) return 'not_enabled';
  const all = offersOf(account.connector) ?? [];
  const offers = all.filter((offer) => offersMethod(offer, payment));
  if (offers.length === 0) {
    // A list that restricts nothing promises nothing either.
    const isListed = account.paymentMethodsEnabled !== null;
    return isListed && !all.some((offer) => hasMethod(offer, payment)) ? 'not_implemented' : 'not_offered';
  }
  return offers.some((offer) => offer.captureMethods.includes(payment.captureMethod)) ? 'fits' : 'capture_method';
}

const none = (reason: Reason, connector: string | null = null): Route => ({ kind: 'none', reason, connector });

const refOf = ({ merchantConnectorId, connector }: ConnectorAccountSettings): AccountRef => ({
  merchantConnectorId,
  connector,
});

/** First found first: what the request asked for explains a refusal better than what we would have taken instead. */
function whyNone(asked: readonly Judged[], byDefault: readonly Judged[]): Route {
  const firstWith = (verdict: Verdict, judged: readonly Judged[]) =>
    judged.find((one) => one.verdict === verdict)?.account;
  const uncapturable = firstWith('capture_method', asked);
  if (uncapturable) return none('capture_method', uncapturable.connector);
  const lacking = firstWith('not_implemented', asked);
  if (lacking) return none('not_implemented', lacking.connector);
  const disabled = firstWith('disabled', asked);
  if (disabled) return none('account_disabled', disabled.connector);
  const uncapturableByDefault = firstWith('capture_method', byDefault);
  if (uncapturableByDefault) return none('capture_method', uncapturableByDefault.connector);
  const lackingByDefault = firstWith('not_implemented', byDefault);
  return lackingByDefault ? none('not_implemented', lackingByDefault.connector) : none('no_account');
}

/**
 * A card is a card everywhere. Any other method that the merchant routed to accounts which cannot take it is sent to no other:
 * the first of their connectors explains why. Accounts that are off, or capture otherwise, have reasons of their own.
 */
function lackingWhereRouted({ straightThrough, paymentMethod }: RoutedPayment, asked: readonly Judged[]) {
  if (straightThrough?.kind !== 'accounts' || paymentMethod === 'card') return undefined;
  if (asked.length === 0) return connectorsAsked(straightThrough)[0];
  const isLacking = ({ verdict }: Judged): boolean => verdict !== 'disabled' && verdict !== 'capture_method';
  return asked.every(isLacking) ? asked[0]?.account.connector : undefined;
}

/** A split is for one processor, its test account included: nothing splits there yet, and elsewhere it means nothing. */
const splitsAt = ({ splitAt }: RoutedPayment, connector: string): boolean =>
  splitAt !== null && connector.replace(/_test$/, '') === splitAt;

/**
 * Picks the account for a payment and the ones to try after a definite decline, from a profile's accounts in order of
 * creation. What the request asks for comes first;
 * where none of it fits, the profile's default order, unless what is charged is kept at the account asked for. The same input always gives the same route, so that a redelivered
 * request repeats its first answer.
 */
export function chooseRoute(
  payment: RoutedPayment,
  accounts: readonly ConnectorAccountSettings[],
  offersOf: OffersOf,
): Route {
  const { straightThrough } = payment;
  const unknown = straightThrough && connectorsAsked(straightThrough).find((name) => offersOf(name) === undefined);
  if (unknown) return none('unknown_connector', unknown);

  const judged = (list: readonly ConnectorAccountSettings[]): readonly Judged[] =>
    list.map((account) => ({ account, verdict: judge(account, payment, offersOf) }));
  const fitting = (list: readonly Judged[]) =>
    list.filter(({ verdict }) => verdict === 'fits').map((one) => refOf(one.account));

  const inDefaultOrder = defaultOrder(accounts);
  const asked = straightThrough ? judged(askedOrder(straightThrough, inDefaultOrder)) : [];
  const onlyOne = straightThrough?.kind === 'accounts' && straightThrough.algorithm === 'single';
  const askedFitting = onlyOne ? fitting(asked).slice(0, 1) : fitting(asked);
  const lacking = askedFitting.length === 0 ? lackingWhereRouted(payment, asked) : undefined;
  if (lacking !== undefined) return none('routing_not_implemented', lacking);
  const isBound = payment.mandate === 'charge';
  const byDefault = askedFitting.length > 0 || isBound ? [] : judged(inDefaultOrder);

  const [chosen, ...fallbacks] = askedFitting.length > 0 ? askedFitting : fitting(byDefault);
  if (!chosen) return whyNone(asked, byDefault);
  const splits = ({ connector }: AccountRef): boolean => splitsAt(payment, connector);
  if (splits(chosen)) return none('split_not_implemented', chosen.connector);
  return { kind: 'routed', chosen, fallbacks: fallbacks.filter((one) => !splits(one)) };
}
