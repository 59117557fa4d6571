import { outgoing, paymentCancel, paymentLook } from '@payorch/contracts';
import type { MerchantId, PaymentId } from '@payorch/kernel';
import type { Incoming } from '@payorch/platform/kafka';
import { plumbingOf } from './plumbing';

const about = { merchantId: 'm' as MerchantId, paymentId: 'pay_1' as PaymentId };
const look = outgoing(paymentLook, { ...about, caller: { kind: 'merchant' } });
const incoming: Incoming = {
  message: paymentCancel as Incoming['message'],
  data: { ...about, cancellationReason: null },
  key: 'm/pay_1',
  context: {
    messageId: 'asked',
    correlationId: 'c',
    traceparent: '00-1-1-01',
    occurredAt: new Date(0),
    replyTo: { topic: 'gateway.replies.1', correlationId: 'r1' },
    deadline: new Date('2026-01-05T10:00:00.000Z'),
    accountVersion: 7,
  },
  origin: { topic: 'payments.commands', partition: 3, offset: '1' },
};

it('tells nobody but those a question is passed on to where its answer is awaited, and until when', () => {
  const { outbox } = plumbingOf([{ incoming, step: { messages: [look], forwards: [look] } }]);
  const asker = ['replytopic', 'replycorrelationid', 'deadline'].map((name) =>
    outbox.map(({ message }) => message.headers[name]),
  );
  expect(asker).toEqual([
    [undefined, 'gateway.replies.1'],
    [undefined, 'r1'],
    [undefined, '2026-01-05T10:00:00.000Z'],
  ]);
  expect(outbox.map(({ message }) => message.headers['ce_id'])).toEqual(['asked.0', 'asked.1']);
});
