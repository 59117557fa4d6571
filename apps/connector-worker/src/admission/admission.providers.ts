import type { FactoryProvider } from '@nestjs/common';
import type { MerchantConnectorId } from '@payorch/kernel';
import { systemClock } from '@payorch/kernel';
import { AccountGates, defaultGatePolicy } from '@payorch/platform/http';
import { provide } from '@payorch/platform/service';
import type { Config } from '../config';
import { HealthReports } from '../presence/health-reports';
import { policyOf } from './account-limits';
import { OperationTurns } from './operation-turns';
import { SyncPace } from './sync-pace';

function accountGates(config: Config, health: HealthReports): AccountGates {
  const { accountMaxInFlight: maxInFlight, breakerOpensForMs: openForMs, breakerOpensAtMostMs: longestOpenMs } = config;
  const breaker = { ...defaultGatePolicy.breaker, openForMs, longestOpenMs };
  const general = { ...defaultGatePolicy, maxInFlight, breaker };
  return new AccountGates(
    (account, connector) => policyOf(general, config.accountLimits, { account, connector }),
    ({ account, share, forMs }) => {
      if (share === 'charge') health.paused(account as MerchantConnectorId, forMs);
    },
  );
}

/** The longest delay of a postponed sync, however many there are. */
const longestPostponedMs = 120_000;
/** After this wait for room, a sync is postponed so that its caller receives a reply. */
const syncWaitMs = 5_000;

/** What decides when an operation or a sync may begin. */
export const admissionProviders = (config: Config): FactoryProvider[] => [
  provide(AccountGates, [HealthReports], (health: HealthReports) => accountGates(config, health)),
  provide(
    SyncPace,
    [],
    () =>
      new SyncPace({ perSecond: config.syncsPerSecond, longestMs: Math.max(longestPostponedMs, config.syncAgainMs) }),
  ),
  provide(OperationTurns, [AccountGates, SyncPace], (gates: AccountGates, pace: SyncPace) => {
    const { accountMaxQueued: maxQueued, fallbackAfterMs, deferAfterMs } = config;
    const maxQueuedTotal = 8 * maxQueued;
    return new OperationTurns({
      gates,
      pace,
      clock: systemClock,
      maxQueued,
      maxQueuedTotal,
      fallbackAfterMs,
      syncWaitMs,
      deferAfterMs,
    });
  }),
];
