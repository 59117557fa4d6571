import { testSeals } from '@payorch/harness';
import { AccountSettings, decode, messageRegistry, type EncodedMessage } from '@payorch/platform/kafka';
import { webhookRequested, type MessageDefinition } from '@payorch/contracts';
import { DataKeysUnknown } from '@payorch/platform/sealing';
import { aRequest, takeRequests } from '../../test/builders';
import { EventIntake } from './event-intake';
import { WebhookRequests } from './webhook-requests';

const seals = testSeals();

function intakeOf(fault: (eventId: string) => Error | undefined) {
  const [sent, stored]: [EncodedMessage[], string[]] = [[], []];
  const intake = new EventIntake({
    repository: {
      add: async (events) => {
        for (const { request } of events) {
          const error = fault(request.eventId);
          if (error) throw error;
        }
        stored.push(...events.map(({ request }) => request.eventId));
        return new Set(events.map(({ request }) => request.eventId));
      },
    },
    deliveryLoop: { reserve: () => true, release: () => undefined, sendNow: () => undefined, markDue: () => undefined },
    redaction: { redact: () => Promise.resolve() },
    producer: { send: async (messages) => void sent.push(...messages) },
    seals,
    onDeadLettered: () => undefined,
  });
  const take = takeRequests(intake, new WebhookRequests({ settings: new AccountSettings(), settingsWaitMs: 0 }));
  return { take, sent, stored };
}

it('a batch of a merchant whose data keys have not arrived is retried, and dead-letters nothing', async () => {
  const { take, sent, stored } = intakeOf(() => new DataKeysUnknown('acme_1'));
  await expect(take(aRequest(), aRequest())).rejects.toBeInstanceOf(DataKeysUnknown);
  expect([sent, stored]).toEqual([[], []]);
});

it('a request that cannot be stored is dead-lettered sealed; the others of its batch are stored', async () => {
  const bad = aRequest({ object: { email: 'ada@acme.example' } });
  const good = [aRequest(), aRequest()];
  const { take, sent, stored } = intakeOf((id) => (id === bad.eventId ? new Error('refused') : undefined));
  await take(good[0]!, bad, good[1]!);
  expect(stored).toEqual(good.map(({ eventId }) => eventId));
  expect(sent).toHaveLength(1);
  const [letter] = sent;
  expect(letter).toMatchObject({ topic: 'dead_letters' });
  expect(letter!.value.toString()).toMatch(/^d1\.1\.[\w-]+$/);
  const record = { ...letter!, key: null, partition: 0, offset: '0', timestamp: '0' };
  expect(decode(messageRegistry([webhookRequested as MessageDefinition]), record, seals)).toMatchObject({
    data: { eventId: bad.eventId, object: bad.object },
  });
});
