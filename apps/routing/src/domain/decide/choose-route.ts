import { capabilityFits } from '@payorch/connectors/catalogue';
import type { AccountRef, ConnectorAccountSettings, DataOf, routeNone } from '@payorch/contracts';
import { baseAccountOf, enables } from '@payorch/contracts';
import { requestedOrder, requestedConnectors, defaultOrder } from '../candidates';
import type { CapabilitiesOf } from '../capabilities';
import { criteriaOf } from '../capabilities';
import type { RoutedPayment } from '../routed-payment';

type Reason = DataOf<typeof routeNone>['reason'];

export type Route =
  | { readonly kind: 'routed'; readonly chosen: AccountRef; readonly fallbacks: readonly AccountRef[] }
  | {
      readonly kind: 'none';
      readonly reason: Reason;
      readonly connector: string | null;
      /** With `not_implemented`: the field of the request that the connector cannot carry. */
      readonly lacking?: string;
    };

type Verdict =
  | 'fits'
  | 'disabled'
  | 'not_enabled'
  | 'not_supported'
  | 'not_implemented'
  | 'cannot_split'
  | 'only_whole'
  | 'only_at_once'
  | 'capture_method';

interface CheckedAccount {
  readonly account: ConnectorAccountSettings;
  readonly verdict: Verdict;
}

/** Checks the capture method last: `capture_method` means that everything else fits. */
function checkAccount(
  account: ConnectorAccountSettings,
  payment: RoutedPayment,
  capabilitiesOf: CapabilitiesOf,
): Verdict {
  if (account.disabled) return 'disabled';
  if (!enables(account.paymentMethodsEnabled, payment, 'routing')) return 'not_enabled';
  const all = capabilitiesOf(account.connector) ?? [];
  const { paymentMethod, paymentMethodType, captureMethod, installments } = payment;
  const required = criteriaOf(payment);
  const supporting = all.filter((capability) => capabilityFits(capability, required));
  if (supporting.length === 0) {
    // Without a list the account does not claim to support the method.
    const isListed = account.paymentMethodsEnabled !== null;
    const hasMethod = all.some((capability) => capabilityFits(capability, { paymentMethod, paymentMethodType }));
    return isListed && !hasMethod ? 'not_implemented' : 'not_supported';
  }
  const splitting = supporting.filter((capability) =>
    capabilityFits(capability, { paymentMethod, split: payment.splitAt }),
  );
  if (splitting.length === 0) return 'cannot_split';
  // An account that would ignore the field would decline what another one authorizes in part.
  const authorizing = splitting.filter((capability) =>
    capabilityFits(capability, { paymentMethod, partialAuthorization: payment.partial }),
  );
  if (authorizing.length === 0) return 'only_whole';
  // An account that would ignore the plan would charge the customer at once, with the interest of a plan.
  const charging = authorizing.filter((capability) =>
    capabilityFits(capability, { paymentMethod, currency: payment.money.currency, installments }),
  );
  if (charging.length === 0) return 'only_at_once';
  const captures = charging.some((capability) => capabilityFits(capability, { paymentMethod, captureMethod }));
  return captures ? 'fits' : 'capture_method';
}

const none = (reason: Reason, connector: string | null = null) => ({ kind: 'none', reason, connector }) as const;

const refOf = ({ merchantConnectorId, connector }: ConnectorAccountSettings): AccountRef => ({
  merchantConnectorId,
  connector,
});

/** The requested accounts explain a refusal before the accounts of the default order do. */
function refusalOf(requested: readonly CheckedAccount[], byDefault: readonly CheckedAccount[]): Route {
  const firstWith = (verdict: Verdict, checked: readonly CheckedAccount[]) =>
    checked.find((one) => one.verdict === verdict)?.account;
  const uncapturable = firstWith('capture_method', requested);
  if (uncapturable) return none('capture_method', uncapturable.connector);
  const unsplit = firstWith('cannot_split', requested) ?? firstWith('cannot_split', byDefault);
  if (unsplit) return none('split_not_implemented', unsplit.connector);
  const whole = firstWith('only_whole', requested) ?? firstWith('only_whole', byDefault);
  if (whole) return { ...none('not_implemented', whole.connector), lacking: 'enable_partial_authorization' };
  const atOnce = firstWith('only_at_once', requested) ?? firstWith('only_at_once', byDefault);
  if (atOnce) return { ...none('not_implemented', atOnce.connector), lacking: 'installment_data' };
  const lacking = firstWith('not_implemented', requested);
  if (lacking) return none('not_implemented', lacking.connector);
  const disabled = firstWith('disabled', requested);
  if (disabled) return none('account_disabled', disabled.connector);
  const uncapturableByDefault = firstWith('capture_method', byDefault);
  if (uncapturableByDefault) return none('capture_method', uncapturableByDefault.connector);
  const lackingByDefault = firstWith('not_implemented', byDefault);
  return lackingByDefault ? none('not_implemented', lackingByDefault.connector) : none('no_account');
}

/**
 * The connector to name when a payment other than by card was routed to accounts that all lack the method: such a payment
 * has no fallback to the default order. Disabled accounts, other capture methods and splits have reasons of their own.
 */
function lackingWhereRouted({ straightThrough, paymentMethod }: RoutedPayment, requested: readonly CheckedAccount[]) {
  if (straightThrough?.kind !== 'accounts' || paymentMethod === 'card') return undefined;
  if (requested.length === 0) return requestedConnectors(straightThrough)[0];
  const isLacking = ({ verdict }: CheckedAccount): boolean =>
    verdict === 'not_enabled' || verdict === 'not_supported' || verdict === 'not_implemented';
  return requested.every(isLacking) ? requested[0]?.account.connector : undefined;
}

/** Another account would not have the payment's own credentials: there is no fallback. */
function routeToCredentials(
  credentials: AccountRef,
  payment: RoutedPayment,
  accounts: readonly ConnectorAccountSettings[],
  capabilitiesOf: CapabilitiesOf,
): Route {
  const id = baseAccountOf(credentials.merchantConnectorId);
  const account = defaultOrder(accounts).find(
    ({ merchantConnectorId, connector }) => merchantConnectorId === id && connector === credentials.connector,
  );
  if (!account) return none('no_account');
  const verdict = checkAccount(account, payment, capabilitiesOf);
  return verdict === 'fits'
    ? { kind: 'routed', chosen: credentials, fallbacks: [] }
    : refusalOf([{ account, verdict }], []);
}

/**
 * Chooses the account for a payment, and its fallbacks after a definite decline, from a profile's accounts in order of
 * creation. Requested accounts come first. When none fits, the default order applies, except for a saved payment method that
 * only the named account can charge. The same input gives the same route, so a redelivered request gets the same message.
 */
export function chooseRoute(
  payment: RoutedPayment,
  accounts: readonly ConnectorAccountSettings[],
  capabilitiesOf: CapabilitiesOf,
): Route {
  const { straightThrough, credentials } = payment;
  if (credentials) return routeToCredentials(credentials, payment, accounts, capabilitiesOf);
  const unknown =
    straightThrough && requestedConnectors(straightThrough).find((name) => capabilitiesOf(name) === undefined);
  if (unknown) return none('unknown_connector', unknown);

  const checked = (list: readonly ConnectorAccountSettings[]): readonly CheckedAccount[] =>
    list.map((account) => ({ account, verdict: checkAccount(account, payment, capabilitiesOf) }));
  const fitting = (list: readonly CheckedAccount[]) =>
    list.filter(({ verdict }) => verdict === 'fits').map((one) => refOf(one.account));

  const inDefaultOrder = defaultOrder(accounts);
  const requested = straightThrough ? checked(requestedOrder(straightThrough, inDefaultOrder)) : [];
  const onlyOne = straightThrough?.kind === 'accounts' && straightThrough.algorithm === 'single';
  const requestedFitting = onlyOne ? fitting(requested).slice(0, 1) : fitting(requested);
  const lacking = requestedFitting.length === 0 ? lackingWhereRouted(payment, requested) : undefined;
  if (lacking !== undefined) return none('routing_not_implemented', lacking);
  const isSavedMethod = payment.mandate === 'charge' && straightThrough !== null;
  const byDefault = requestedFitting.length > 0 || isSavedMethod ? [] : checked(inDefaultOrder);

  const [chosen, ...fallbacks] = requestedFitting.length > 0 ? requestedFitting : fitting(byDefault);
  if (!chosen) return refusalOf(requested, byDefault);
  return { kind: 'routed', chosen, fallbacks };
}
