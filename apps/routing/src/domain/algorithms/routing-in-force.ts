import type { RoutingChoice, RoutingSettings } from '@payorch/contracts';

const unruled = (choice: RoutingChoice['payment']): RoutingChoice['payment'] =>
  choice.active?.kind === 'advanced' ? { ...choice, active: null } : choice;

/** Rules compare the facts that they need, and a request has those of the rules under which it began alone. */
const withoutRules = ({ payment, payout, ...others }: RoutingChoice): RoutingChoice => ({
  ...others,
  payment: unruled(payment),
  payout: unruled(payout),
});

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
