import type { RoutingChoice, RoutingSettings } from '@payorch/contracts';

/** Rules compare the facts that they need, and a request has those of the rules under which it began alone. */
const withoutRules = (choice: RoutingChoice): RoutingChoice =>
  choice.payment.active?.kind === 'advanced' ? { ...choice, payment: { ...choice.payment, active: null } } : choice;

/**
 * The settings that decide a request which began at this version of them; null: the profile had none. A request from before an
 * activation is decided by the settings that the activation replaced. The oldest known settings decide a request that is
 * older still, and the newest ones a request that knew newer ones, but by their default order where their algorithm has rules:
 * either way one of the merchant's own choices is followed whole.
 */
export function routingInForce(
  settings: RoutingSettings | undefined,
  version: number | undefined,
): RoutingChoice | null {
  if (!settings || version === undefined) return null;
  const choice = version >= settings.accountVersion ? settings : settings.before;
  return choice && choice.accountVersion !== version ? withoutRules(choice) : choice;
}
