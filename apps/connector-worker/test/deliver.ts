import type { Incoming } from '@payorch/platform/kafka';
import type { Worker } from './worker';

/** Delivers a message to the handlers of a worker, as its lane would. `context`: of the message, where it differs. */
export async function deliverTo(worker: Worker, message: object, data: object, context: object = {}): Promise<void> {
  const incoming = {
    message,
    data,
    key: null,
    origin: { topic: 'connector.webhooks.shared', partition: 0, offset: '0' },
    context: {
      messageId: 'message_1',
      correlationId: 'req_1',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      occurredAt: new Date(),
      ...context,
    },
  } as unknown as Incoming;
  await worker.handle(incoming, { incoming, isExpired: false, turn: undefined });
}
