import type { RoutingChoice, RoutingSettings } from '@payorch/contracts';

/**
 * The settings that decide a request which began at this version of them; null: the profile had none. A request from before an
 * activation is decided by the settings that the activation replaced. The oldest known settings decide a request that is
 * older still, and the newest ones a request that knew newer ones: either way one of the merchant's own choices is followed whole.
 */
export function routingInForce(
  settings: RoutingSettings | undefined,
  version: number | undefined,
): RoutingChoice | null {
  if (!settings || version === undefined) return null;
  return version >= settings.accountVersion ? settings : settings.before;
}
