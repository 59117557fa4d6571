import { readFileSync } from 'node:fs';
import {
  aMerchant,
  apiAt,
  eventually,
  ok,
  paymentBody,
  startLoad,
  type Answer,
  type Api,
  type AppProcess,
  type TestMerchant,
} from '@payorch/harness';
import { expectConsistency } from '../support/consistency-check';
import { system } from './service-system';

const drainMs = 25_000;
const megabyte = 1_024;
const services = ['gateway', 'payments', 'routing', 'connector-worker', 'webhooks'] as const;

describe('services that start and stop under load', () => {
  let merchant: TestMerchant;
  beforeAll(async () => {
    merchant = await aMerchant(system);
  });

  const as = (app: AppProcess): Api => apiAt(app.baseUrl, { 'api-key': merchant.apiKey });
  /** Replaces an instance like an orchestrator: waits until the new one is ready, then stops the old one. */
  const replace = async (old: AppProcess, beforeTheEnd: (next: AppProcess) => void = () => undefined) => {
    const next = await system.addInstance(old.name);
    next.launch();
    await next.ready();
    beforeTheEnd(next);
    const stoppedAt = performance.now();
    expect([old.name, await old.end('SIGTERM')]).toEqual([old.name, 'code 0']);
    expect(performance.now() - stoppedAt).toBeLessThan(drainMs);
    return next;
  };

  it('are replaced one by one without a failed request', async () => {
    let api = merchant.api;
    const load = startLoad(() => api, { seed: 6, clients: 8, pauseMs: 100 });
    for (const name of services)
      await replace(system.app(name), (next) => {
        // The old gateway finishes its requests; new ones go to the new gateway.
        if (name === 'gateway') api = as(next);
      });
    const log = await load.stop();

    expect(log.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
    await expectConsistency(system, { ...merchant, api }, log);
  });

  it('refuse overload, use bounded memory, and recover', async () => {
    const gateway = await system.addInstance('gateway');
    gateway.launch({ MAX_PENDING_REPLIES: '64' });
    await gateway.ready();
    const api = as(gateway);
    await system.sandbox.post('/control/latency', { ms: 300 });
    const answers: Answer[] = [];
    let most = 0;
    const end = performance.now() + 6_000;
    const client = async () => {
      while (performance.now() < end) answers.push(await api.post('/payments', paymentBody()));
    };
    const watch = setInterval(() => (most = Math.max(most, residentKilobytes(gateway))), 100);
    await Promise.all(Array.from({ length: 400 }, client));
    clearInterval(watch);
    await system.sandbox.post('/control/latency', { ms: 0 });

    const counts = new Map<number, number>();
    for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
    expect([...counts.keys()].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    expect(counts.get(200)).toBeGreaterThan(0);
    expect(counts.get(503)).toBeGreaterThan(0);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
    expect(most).toBeLessThan(512 * megabyte);
    const pays = async () => ok(await api.post('/payments', paymentBody())).status === 'succeeded';
    await eventually(pays, { withinMs: 15_000 });
  });
});

const residentKilobytes = ({ pid }: AppProcess): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
