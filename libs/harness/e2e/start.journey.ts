import { run, start, stop } from './support/npm-start';
import { isAlive } from './support/processes';
import { supervised } from './support/supervised';

interface Started {
  readonly api: string;
  readonly apiKey: string;
  readonly curl: string;
  readonly payment: { readonly status: string; readonly hops: readonly { readonly topic: string }[] };
  readonly apps: readonly { readonly name: string; readonly pid: number; readonly url: string }[];
  readonly infrastructure: { readonly servers: readonly { readonly pid: number }[] };
}

const started = async (more: NodeJS.ProcessEnv = {}) => JSON.parse((await start(more, '--json')).stdout) as Started;

describe('npm start', () => {
  it('starts the system, makes a payment, prints a working curl command, retains data and keys, and stops every process', async () => {
    const first = await started();
    expect(first.payment.status).toBe('succeeded');
    const topics = first.payment.hops.map(({ topic }) => topic);
    expect(topics).toEqual(
      expect.arrayContaining([
        'payments.commands',
        'routing.requests',
        'connector.results.payments',
        'payments.lifecycle',
      ]),
    );
    expect(first.apps).toHaveLength(8);
    const pasted = JSON.parse((await run('bash', ['-c', first.curl])).stdout) as { status: string; payment_id: string };
    expect(pasted.status).toBe('succeeded');

    await stop();
    const pids = [...first.apps, ...first.infrastructure.servers].map(({ pid }) => pid);
    expect(pids.filter(isAlive)).toEqual([]);

    const second = await started(supervised);
    expect(second.apiKey).toBe(first.apiKey);
    const retrieved = await fetch(`${second.api}/payments/${pasted.payment_id}`, {
      headers: { 'api-key': second.apiKey },
    });
    expect(retrieved.status).toBe(200);
  });
});
