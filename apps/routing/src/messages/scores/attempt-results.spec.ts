import { type MessageDefinition, nameOf, outgoing, paymentCaptured, publicMessages } from '@payorch/contracts';
import { encodeForTopics, newTraceparent, type RawRecord } from '@payorch/platform/kafka';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { attemptResultsOf } from './attempt-results';

const golden = path.join(__dirname, '../../../../../libs/contracts/src/golden');
const context = { messageId: 'm.0', correlationId: 'c', traceparent: newTraceparent(), occurredAt: new Date() };

/** The example of a message as it stands on the topic of payments. */
function recordOf(message: MessageDefinition): RawRecord {
  const json = JSON.parse(readFileSync(path.join(golden, `${nameOf(message)}.json`), 'utf8')) as never;
  const envelope = { ...outgoing(message, z.decode(message.schema, json)), context };
  const { value, key } = encodeForTopics(envelope, undefined, 'http://gateway').find(
    ({ topic }) => topic === 'payments.lifecycle',
  )!;
  return { topic: 'payments.lifecycle', partition: 0, offset: '1', timestamp: '0', key: Buffer.from(key!), value };
}

const refundEvents = publicMessages.filter(({ alsoOn }) => alsoOn?.topic === 'payments.lifecycle');

it.each(refundEvents.map((message) => [message.type, message] as const))(
  '%s brings no result, and is not parsed',
  (_, message) => {
    const record = recordOf(message);
    const parsing = jest.spyOn(JSON, 'parse');
    expect(attemptResultsOf(record)).toEqual([]);
    expect(parsing).not.toHaveBeenCalled();
    parsing.mockRestore();
  },
);

it('the events of refunds are found', () => expect(refundEvents.length).toBeGreaterThanOrEqual(5));

it('the end of an attempt brings its result', () =>
  expect(attemptResultsOf(recordOf(paymentCaptured as MessageDefinition))).toMatchObject([
    { merchantConnectorId: 'mca_1', isApproved: true, values: { CardBin: '424242' } },
  ]));
