import { aReceiver, eventually, ok } from '@payorch/harness';
import type { FailPointName } from '@payorch/platform/config';
import type { AppName } from '@payorch/provisioning';
import { setTimeout as sleep } from 'node:timers/promises';
import { spreadFaults, startFaultLoad } from './fault-load';
import { evidenceReport, type EvidenceReport } from './payout-evidence';
import { PayoutClient } from './payout-load';
import { aReportedPayoutMerchant, expectPayoutLedgerAgreement } from './payouts';
import type { ReplicatedSystem } from './replicated-system';

/** A service, and the place in its work where it dies; without one, wherever it is. */
export type Kill = readonly [name: AppName, failPoint?: FailPointName];

export interface PayoutFaults {
  readonly payouts: number;
  readonly clients: number;
  /** Payout n begins at the earliest after n times this. */
  readonly everyMs: number;
  /** The services to kill in turn, each time another instance. */
  readonly kills: readonly Kill[];
  readonly brokerRestarts: readonly NodeJS.Signals[];
  /** How often the processor stops, alternately frozen and refusing connections, and for how long. */
  readonly silences: number;
  readonly silentMs: number;
  /** The share of calls whose answer is lost, after their execution. */
  readonly lostAnswers: number;
  readonly withinMs: number;
}

export interface PayoutFaultReport extends EvidenceReport {
  readonly payouts: number;
  readonly kills: number;
  /** How many instances died at each fail point. */
  readonly diedAt: Readonly<Record<string, number>>;
  readonly tookMs: number;
  /** From the last request until every payout had ended and every message was out. */
  readonly settledMs: number;
}

type Fault = () => Promise<unknown>;

/** Spreads the rarer faults among the kills. */
function faultsOf(
  { system, gateways, restart }: ReplicatedSystem,
  options: PayoutFaults,
  diedAt: Record<string, number>,
): Fault[] {
  const { kills, brokerRestarts, silences, silentMs } = options;
  const others: Fault[] = [
    ...brokerRestarts.map((signal) => async () => {
      await system.infra.kill('kafka', signal);
      await system.infra.restart('kafka');
    }),
    ...Array.from({ length: silences }, (_, at) => async () => {
      if (at % 2 === 1) return ok(await system.sandbox.post('/control/down', { ms: silentMs }));
      system.app('sandbox').signal('SIGSTOP');
      await sleep(silentMs);
      return system.app('sandbox').signal('SIGCONT');
    }),
  ];
  const killed = new Map<AppName, number>();
  const all = kills.map(([name, failPoint]): Fault => {
    const replica = killed.get(name) ?? 0;
    killed.set(name, (replica + 1) % gateways.length);
    return async () => {
      const place = `${name} ${failPoint}`;
      if (await restart(name, replica, failPoint)) diedAt[place] = (diedAt[place] ?? 0) + 1;
    };
  });
  others.forEach((one, at) => all.splice(Math.round(((at + 1) * (all.length + 1)) / (others.length + 1)), 0, one));
  return all;
}

/**
 * Pays out while services, the broker and the processor fail, then compares every payout with the processors' ledger, with its public
 * events and webhooks, and with what its merchant was answered.
 */
export async function payOutUnderFaults(at: ReplicatedSystem, options: PayoutFaults): Promise<PayoutFaultReport> {
  const { payouts, clients, everyMs, kills, withinMs } = options;
  const { system, gateways } = at;
  const receiver = await aReceiver();
  try {
    const merchant = await aReportedPayoutMerchant(system, {
      account: { webhook_details: { webhook_url: receiver.url } },
      connectors: ['pretendpay', 'stripe_test'],
    });
    for (const kind of ['payout_create', 'payout_fulfill', 'payout_cancel'])
      ok(
        await system.sandbox.post('/control/faults', {
          match: { kind },
          fault: 'execute_then_drop',
          probability: options.lostAnswers,
          seed: 29,
        }),
      );
    const client = new PayoutClient(merchant, gateways);
    const begun = performance.now();
    const load = startFaultLoad({ count: payouts, clients, everyMs }, (number) => client.pay(number));
    const diedAt: Record<string, number> = {};
    await spreadFaults(load, faultsOf(at, options, diedAt));
    ok(await system.sandbox.raw('DELETE', '/control/faults'));
    const requested = performance.now();
    await expectPayoutLedgerAgreement(system, { withinMs });
    const settledMs = Math.round(performance.now() - requested);
    const evidence = { system, merchant, lastAnswers: client.lastAnswers, receiver, payouts };
    // Webhooks that were due while their service was away are sent again.
    const isRight = async () => (await evidenceReport(evidence)).wrong.length === 0;
    await eventually(isRight, { withinMs, everyMs: 2_000 }).catch(() => undefined);
    const report = await evidenceReport(evidence);
    return { payouts, kills: kills.length, diedAt, tookMs: Math.round(requested - begun), settledMs, ...report };
  } finally {
    await receiver.close();
  }
}
