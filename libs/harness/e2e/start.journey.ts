import { Kafka, logLevel } from 'kafkajs';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readGuide, runGuide, sectionOf, stepDifferences } from './support/guides';
import { env, recorded, root, run, start } from './support/npm-start';
import { isAlive } from './support/processes';
import { supervised } from './support/supervised';

interface Started {
  readonly api: string;
  readonly apiKey: string;
  readonly curl: string;
  readonly subscribers: { readonly brokers: string; readonly add: string };
  readonly payment: { readonly status: string; readonly hops: readonly { readonly topic: string }[] };
  readonly apps: readonly { readonly name: string; readonly pid: number; readonly url: string }[];
  readonly infrastructure: { readonly servers: readonly { readonly pid: number }[] };
}

const started = async (more: NodeJS.ProcessEnv = {}) => JSON.parse((await start(more, '--json')).stdout) as Started;

describe('npm start', () => {
  let first: Started;
  let paymentId: string;

  it('starts the system, makes a payment, and prints a working curl command', async () => {
    first = await started();
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
    paymentId = pasted.payment_id;
  });

  it('lets a subscriber in at the broker that it prints, by the command that it prints, and refuses others there', async () => {
    const { brokers, add } = first.subscribers;
    const command = `${add.replace('<name>', 'audit')} --json`;
    const { stdout } = await run('bash', ['-c', command.replace('npm run', 'npm run --silent')], { cwd: root, env });
    const { password } = JSON.parse(stdout) as { password: string };
    const clientOf = (secret: string) =>
      new Kafka({
        brokers: [brokers],
        sasl: { mechanism: 'scram-sha-512', username: 'audit', password: secret },
        logLevel: logLevel.NOTHING,
        retry: { retries: 0 },
      });
    const admin = clientOf(password).admin();
    await admin.connect();
    expect((await admin.listTopics()).sort()).toEqual(['payments.lifecycle', 'refunds.lifecycle']);
    await admin.disconnect();
    await expect(clientOf('guessed').admin().connect()).rejects.toThrow(/authentication failed/i);
  });

  it('scales, upgrades, backs up and restores the system with the commands of docs/operating.md, and stops every process', async () => {
    const guide = readGuide(
      sectionOf(readFileSync(path.join(root, 'docs/operating.md'), 'utf8'), 'Scaling, upgrades and backups'),
    );
    const outputs = await runGuide(guide, env, { cwd: root, withinMs: 480_000 });
    const wrong = guide.steps.flatMap((step, at) =>
      stepDifferences(step, outputs[at] ?? '').map((difference) => `${step.commands}: ${difference}`),
    );
    expect(wrong).toEqual([]);
    const pids = [...first.apps, ...first.infrastructure.servers].map(({ pid }) => pid);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(recorded()).toEqual([]);
  });

  it('retains data and keys', async () => {
    const second = await started(supervised);
    expect(second.apiKey).toBe(first.apiKey);
    const retrieved = await fetch(`${second.api}/payments/${paymentId}`, { headers: { 'api-key': second.apiKey } });
    expect(retrieved.status).toBe(200);
  });
});
