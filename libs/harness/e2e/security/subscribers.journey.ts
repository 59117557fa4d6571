import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { aMerchant, brokerEnv, eventually, ok, paymentBody, withAdmin, workspace } from '@payorch/harness';
import { Kafka, type Consumer, type KafkaConfig } from 'kafkajs';
import { languages, runSnippet, subscribeSnippets } from '../support/subscribe-snippets';
import { clientOf, reading, system, writing } from './secured-system';

interface Printed {
  readonly password?: string;
  readonly isRemoved?: boolean;
}

/** `npm run subscribers` at the broker of the system, as an operator on another host. */
async function subscribers<T = Printed>(...args: readonly string[]): Promise<T> {
  const operator = brokerEnv(system.security!, system.security!.superUser.name);
  const env = { ...process.env, ...operator, KAFKA_BROKERS: system.kafkaBrokers.join() };
  const tool = path.join(workspace, 'tools/subscribers.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [tool, ...args, '--json'], { cwd: workspace, env });
  return JSON.parse(stdout) as T;
}

const accessBy = (password: string): Pick<KafkaConfig, 'ssl' | 'sasl'> => ({
  ssl: { ca: [system.security!.ca] },
  sasl: { mechanism: 'scram-sha-512', username: 'audit', password },
});

const snippets = subscribeSnippets();

describe('a subscriber of the public topics', () => {
  let password: string;
  let paymentId: string;
  beforeAll(async () => {
    const merchant = await aMerchant(system);
    paymentId = ok(await merchant.api.post('/payments', paymentBody())).payment_id;
    const added = await subscribers('add', 'audit', '--topics', 'payments.lifecycle,refunds.lifecycle');
    password = added.password!;
  });

  it('is made while the system runs, and again without effect', async () => {
    expect(password).toHaveLength(32);
    const again = await subscribers('add', 'audit', '--topics', 'payments.lifecycle,refunds.lifecycle');
    expect(again).not.toHaveProperty('password');
    expect(await reading(accessBy(password), 'payments.lifecycle', 'audit.first')).toBe('read');
  });

  it('reads its topics in its groups, and may do nothing else', async () => {
    const access = accessBy(password);
    const denied = 'no right at this topic';
    expect(await reading(access, 'refunds.lifecycle', 'audit.first')).toBe('read');
    expect(await reading(access, 'mandates.lifecycle', 'audit.first')).toBe(denied);
    expect(await reading(access, 'payments.commands', 'audit.first')).toBe(denied);
    expect(await reading(access, 'payments.lifecycle', 'payments')).toBe('no right at this group');
    expect(await writing(clientOf(access), 'payments.lifecycle')).toBe(denied);
    const changes = withAdmin(
      system.kafkaBrokers,
      (admin) => admin.deleteTopics({ topics: ['payments.lifecycle'] }),
      access,
    );
    await expect(changes).rejects.toThrow(/authoriz/i);
  });

  describe('by the code of docs/subscribe.md', () => {
    const envOf = (): Record<string, string> => {
      const { ca, pemFile } = system.security!;
      const caFile = path.join(path.dirname(pemFile), 'ca.pem');
      writeFileSync(caFile, ca);
      const brokers = system.kafkaBrokers.join();
      return { KAFKA_BROKERS: brokers, KAFKA_USER: 'audit', KAFKA_PASSWORD: password, KAFKA_CA_FILE: caFile };
    };
    const consumers = {
      ts: `${snippets['ts connect']}${snippets['ts consume']}`,
      python: snippets['python consume']!,
      java: snippets['java consume']!,
    };
    const names = Object.keys(consumers) as (keyof typeof consumers)[];
    const present = names.filter((name) => languages[name].isThere());
    const missing = names.filter((name) => !languages[name].isThere());

    it.each(present)('reads the event of a payment in %s', async (language) => {
      const output = await runSnippet(language, consumers[language], { env: envOf(), until: paymentId });
      expect(output).toMatch(/^payment\.(created|captured) /m);
    });
    if (missing.length > 0)
      it.skip.each(missing)('reads the event of a payment in %s: it is not installed', () => undefined);

    it('moves its group to a time', async () => {
      // Not the group of the reader above: that was killed, and its membership ends only with its session.
      const groupId = 'audit.replayed';
      const code = `${snippets['ts connect']}${snippets['ts replay']}`.replace('audit.typescript', groupId);
      await runSnippet('ts', code, { env: envOf() });
      const [committed] = await withAdmin(
        system.kafkaBrokers,
        (admin) => admin.fetchOffsets({ groupId, topics: ['payments.lifecycle'] }),
        accessBy(password),
      );
      expect(committed!.partitions.map(({ offset }) => offset)).toEqual(committed!.partitions.map(() => '0'));
    });
  });

  it('is listed with its groups, their members and their lag', async () => {
    const consumer: Consumer = new Kafka({ brokers: system.kafkaBrokers, ...accessBy(password), logLevel: 0 }).consumer(
      {
        groupId: 'audit.listed',
      },
    );
    await consumer.connect();
    try {
      await consumer.subscribe({ topics: ['payments.lifecycle'], fromBeginning: true });
      await consumer.run({ eachMessage: () => Promise.resolve() });
      await eventually(async () => {
        const list = await subscribers<{ name: string; groups: { groupId: string }[] }[]>('list');
        expect(list).toMatchObject([
          {
            name: 'audit',
            topics: ['payments.lifecycle', 'refunds.lifecycle'],
            groupPrefixes: ['audit.'],
            hasPassword: true,
          },
        ]);
        const listed = list[0]!.groups.find(({ groupId }) => groupId === 'audit.listed');
        expect(listed).toEqual({ groupId: 'audit.listed', members: 1, lag: { 'payments.lifecycle': 0 } });
        return true;
      });
    } finally {
      await consumer.disconnect();
    }
  });

  it('reads by its new password after a rotation, and not at all after its removal', async () => {
    const rotated = await subscribers('rotate', 'audit');
    const topic = 'payments.lifecycle';
    expect(await reading(accessBy(password), topic, 'audit.first')).toBe('KafkaJSSASLAuthenticationError');
    expect(await reading(accessBy(rotated.password!), topic, 'audit.first')).toBe('read');
    expect(await subscribers('remove', 'audit')).toMatchObject({ isRemoved: true });
    expect(await reading(accessBy(rotated.password!), topic, 'audit.first')).toBe('KafkaJSSASLAuthenticationError');
    expect(await subscribers('list')).toEqual([]);
  });
});
