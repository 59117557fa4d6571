import { aMerchant, brokerEnv, eventually, ok, paymentBody, spawnSystem, type System } from '@payorch/harness';
import { Kafka, logLevel, type KafkaConfig } from 'kafkajs';
import { brokerAccess } from '../../../../tools/lib/broker-access';
import { allApps } from '../../../../tools/lib/app-env';

jest.setTimeout(240_000);

let system: System;
beforeAll(async () => {
  system = await spawnSystem({ securedBroker: true });
});
afterAll(() => system?.stop());

const clientOf = (access: Partial<KafkaConfig>): Kafka =>
  new Kafka({ brokers: system.kafkaBrokers, logLevel: logLevel.NOTHING, retry: { retries: 0 }, ...access });
const as = (name: string): Kafka => clientOf(brokerAccess(brokerEnv(system.security!, name)));

/** What the broker says to a record for this topic; `written` where it took it. */
async function writing(kafka: Kafka, topic: string): Promise<string> {
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  try {
    await producer.connect();
    await producer.send({ topic, messages: [{ key: 'm/forged', value: '{}' }] });
    return 'written';
  } catch (error) {
    return typeOf(error);
  } finally {
    await producer.disconnect().catch(() => undefined);
  }
}

/** What the broker says to a member of this group that reads this topic; `read` where it was let in. */
async function reading(kafka: Kafka, topic: string, groupId: string): Promise<string> {
  const consumer = kafka.consumer({ groupId, retry: { retries: 0, restartOnFailure: () => Promise.resolve(false) } });
  try {
    await consumer.connect();
    return await new Promise<string>((resolve, reject) => {
      consumer.on('consumer.crash', ({ payload }) => resolve(typeOf(payload.error)));
      consumer.on('consumer.fetch', () => resolve('read'));
      consumer
        .subscribe({ topics: [topic], fromBeginning: true })
        .then(() => consumer.run({ autoCommit: false, eachMessage: () => Promise.resolve() }))
        .catch(reject);
    });
  } catch (error) {
    return typeOf(error);
  } finally {
    await consumer.disconnect().catch(() => undefined);
  }
}

/** Whether it was a right that lacked, and where; the client wraps what the broker said in errors of its own. */
function typeOf(error: unknown): string {
  const { type = '', message = '', cause, name } = error as Error & { type?: string };
  const [, resource] = /(topic|group)[ _]authorization[ _]failed/i.exec(`${type} ${message}`) ?? [];
  if (resource) return `no right at this ${resource.toLowerCase()}`;
  return cause ? typeOf(cause) : name;
}

const denied = 'no right at this topic';

describe('a broker that asks who comes, over TLS', () => {
  it('carries payments, captures and refunds through all apps, each with its own rights and no more', async () => {
    const merchant = await aMerchant(system);
    const paid = ok(await merchant.api.post('/payments', paymentBody()));
    expect(paid.status).toBe('succeeded');
    const held = ok(await merchant.api.post('/payments', paymentBody({ capture_method: 'manual' })));
    expect(ok(await merchant.api.post(`/payments/${held.payment_id}/capture`, {})).status).toBe('succeeded');
    const { refund_id } = ok(await merchant.api.post('/refunds', { payment_id: paid.payment_id, amount: 100 }));
    await eventually(async () => ok(await merchant.api.get(`/refunds/${refund_id}`)).status === 'succeeded');
    const shown = ok(await merchant.api.get(`/payments/${paid.payment_id}?force_sync=true`));
    expect(shown.refunds).toHaveLength(1);
    for (const app of allApps) expect(system.logs(app)).not.toMatch(/authorization[ _]failed/i);
  });

  it('turns away who comes in the clear, without a name, or with a wrong password', async () => {
    const { ssl } = brokerAccess(brokerEnv(system.security!, 'payments'));
    const env = { ...brokerEnv(system.security!, 'payments'), KAFKA_SASL_PASSWORD: 'guessed' };
    for (const access of [{}, { ssl: ssl! }, brokerAccess(env)])
      expect(await writing(clientOf(access), 'payments.commands')).not.toBe('written');
  });

  it('lets a principal that no app has neither read nor write', async () => {
    for (const topic of ['payments.commands', 'connector.stripe.commands', 'accounts.config', 'payments.lifecycle']) {
      expect([topic, await writing(as('stranger'), topic)]).toEqual([topic, denied]);
      expect([topic, await reading(as('stranger'), topic, 'payments')]).toEqual([topic, denied]);
    }
  });

  it('lets an app neither write what is another’s, nor read it, nor join its group', async () => {
    expect(await writing(as('webhooks'), 'connector.results.payments')).toBe(denied);
    expect(await writing(as('payments'), 'accounts.config')).toBe(denied);
    expect(await reading(as('routing'), 'payments.commands', 'routing')).toBe(denied);
    expect(await reading(as('refunds'), 'refunds.commands', 'payments')).toBe('no right at this group');
    expect(await writing(as('payments'), 'routing.requests')).toBe('written');
  });
});
