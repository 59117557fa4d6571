import { testSeals } from '@payorch/harness';
import { outgoing, paymentCancel, paymentCheck, refundSucceeded } from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import { defineJob, jobColumns, jobIdOf } from '@payorch/platform/jobs';
import type { Incoming } from '@payorch/platform/kafka';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { batchWritesOf } from './batch-writes';
import { scheduled } from './step';

const about = { merchantId: 'm' as MerchantId, paymentId: 'pay_1' as PaymentId };
const check = outgoing(paymentCheck, { ...about, caller: { kind: 'merchant' } });
const incoming: Incoming = {
  message: paymentCancel as Incoming['message'],
  data: { ...about, cancellationReason: null },
  key: 'm/pay_1',
  context: {
    messageId: 'check',
    correlationId: 'c',
    traceparent: '00-1-1-01',
    occurredAt: new Date(0),
    replyTo: { topic: 'gateway.replies.1', correlationId: 'r1' },
    deadline: new Date('2026-01-05T10:00:00.000Z'),
    accountVersion: 7,
  },
  origin: { topic: 'payments.commands', partition: 3, offset: '1' },
};

it('only forwarded messages carry the reply address and the deadline', () => {
  const { outbox } = batchWritesOf([{ incoming, step: { messages: [check], forwards: [check] } }], {
    seals: testSeals(),
  });
  const replyHeaders = ['replytopic', 'replycorrelationid', 'deadline'].map((name) =>
    outbox.map(({ message }) => message.headers[name]),
  );
  expect(replyHeaders).toEqual([
    [undefined, 'gateway.replies.1'],
    [undefined, 'r1'],
    [undefined, '2026-01-05T10:00:00.000Z'],
  ]);
  expect(outbox.map(({ message }) => message.headers['ce_id'])).toEqual(['check.0', 'check.1']);
});

it('a refund’s event is written for its own topic and for that of payments, with one id', () => {
  const data = JSON.parse(
    readFileSync(path.join(__dirname, '../../contracts/src/golden/refund.succeeded.v1.json'), 'utf8'),
  );
  const event = outgoing(refundSucceeded, z.decode(refundSucceeded.schema, data as never));
  const step = { messages: [event, check] };
  const { outbox } = batchWritesOf([{ incoming, step }], { seals: testSeals(), publicUrl: 'https://pay.example.com' });
  expect(outbox.map(({ partition, message }) => [partition, message.topic, message.headers['ce_id']])).toEqual([
    [3, 'refunds.lifecycle', 'check.0'],
    [3, 'payments.lifecycle', 'check.0'],
    [3, 'payments.commands', 'check.1'],
  ]);
});

describe('jobs of one key', () => {
  const schema = z.object({ owner: z.string() });
  const forKey = defineJob('for_key', schema, () => 'm/pay_1');
  const perOwner = defineJob(
    'per_owner',
    schema,
    () => 'm/pay_1',
    ({ owner }) => `m/pay_1/${owner}`,
  );
  const at = (owner: string) => ({ owner });
  const planned = (...jobs: ReturnType<typeof scheduled>[]) =>
    batchWritesOf(jobs.map((job) => ({ incoming, step: { jobs: [job] } }))).jobs;
  const idsAndKeys = (jobs: ReturnType<typeof planned>) => [jobColumns(jobs)[0], jobColumns(jobs)[2]];

  it('two jobs without a name are one, moved', () => {
    const jobs = planned(scheduled(forKey, at('a'), 1), scheduled(forKey, at('b'), 2));
    expect(idsAndKeys(jobs)).toEqual([['for_key/m/pay_1'], ['m/pay_1']]);
    expect(jobs[0]!.delayMs).toBe(2);
  });

  it('jobs with different names are separate, and each joins the messages of its key', () => {
    const jobs = planned(scheduled(perOwner, at('a'), 1), scheduled(perOwner, at('b'), 2));
    const ids = ['a', 'b'].map((owner) => jobIdOf('per_owner', `m/pay_1/${owner}`));
    expect(idsAndKeys(jobs)).toEqual([ids, ['m/pay_1', 'm/pay_1']]);
  });
});
