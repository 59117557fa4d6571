import { replicatedSystem, type ReplicatedSystem } from './replicated-system';

/** Several instances of each service, which find out soon what became of a payout without an outcome. */
export const payoutReplicas = (replicas: number): Promise<ReplicatedSystem> =>
  replicatedSystem({
    replicas,
    appEnv: {
      'connector-worker': { CALL_TIMEOUT_MS: '5s', CONNECT_TIMEOUT_MS: '2s', LEASE_MS: '5s' },
      payouts: { SYNC_PACE_PERCENT: '20', PAYOUT_OUTCOME_TIMEOUT: '15s', SWEEP_EVERY: '2s', SWEEP_AFTER: '30s' },
    },
  });
