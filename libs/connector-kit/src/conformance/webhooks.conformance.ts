import type { Connector } from '../define-connector';
import { isPayoutFact, type WebhookEvidence, type WebhookFact } from '../webhook';
import type { WebhookRecordings } from './recordings';
import { sampleOperation } from './samples';

type RecordedFact = WebhookRecordings['webhooks'][number]['facts'][number];

/** The outcome of the operation that the recording names. */
function outcomeOf(fact: WebhookFact, { operation }: RecordedFact) {
  if (isPayoutFact(fact)) return fact.outcomeOf(sampleOperation('payoutSync', { ...operation, flow: fact.flow }));
  return fact.flow === 'refund'
    ? fact.outcomeOf(sampleOperation('refundSync', operation))
    : fact.outcomeOf(sampleOperation('sync', { ...operation, flow: fact.flow }));
}

const hour = 3_600_000;

/** Ways to forge a genuine webhook. Each must be refused. */
const forgeries: Readonly<Record<string, (genuine: WebhookEvidence) => WebhookEvidence>> = {
  'no signature': (genuine) => ({ ...genuine, headers: {} }),
  'empty headers': (genuine) => ({ ...genuine, headers: emptied(genuine.headers) }),
  'truncated headers': (genuine) => ({ ...genuine, headers: truncated(genuine.headers) }),
  'the secret of another account': (genuine) => ({ ...genuine, secrets: ['another account'] }),
  'no secret at all': (genuine) => ({ ...genuine, secrets: [] }),
  'an empty secret': (genuine) => ({ ...genuine, secrets: [''] }),
  'a body changed after signing': (genuine) => ({ ...genuine, body: Buffer.concat([genuine.body, Buffer.from(' ')]) }),
  'a stale time': (genuine) => ({ ...genuine, now: new Date(genuine.now.getTime() + hour) }),
};

const emptied = (headers: WebhookEvidence['headers']) =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, '']));
const truncated = (headers: WebhookEvidence['headers']) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.slice(0, -1)]));

/** The webhook part of the suite: genuine webhooks are verified and read, forgeries are refused. */
export function webhookConformance(
  { webhooks: reader }: Connector,
  { secret, now, webhooks }: WebhookRecordings,
): void {
  // Where no time is signed, a genuine webhook is never stale.
  const { 'a stale time': stale, ...untimed } = forgeries;
  const applicable = reader?.signsNoTime ? untimed : forgeries;
  const heads = [untimed['no signature'], untimed['empty headers'], ...(reader?.signsNoTime ? [] : [stale])];

  describe.each(webhooks)('webhook: $name', ({ headers, body, reading, eventId, facts, mandates, disputes }) => {
    const genuine = { headers, query: {}, body: Buffer.from(body), secrets: [secret], now: new Date(now) };

    it('the webhook is verified, also while a second secret is live', () => {
      expect(reader?.verifyWebhook(genuine)).toBe(true);
      expect(reader?.verifyWebhook({ ...genuine, secrets: ['retired', secret] })).toBe(true);
    });

    it.each(Object.entries(applicable))('the webhook is refused with %s', (_, forged) => {
      expect(reader?.verifyWebhook(forged(genuine))).toBe(false);
    });

    it('the head of the webhook passes, and a head without a timely signature does not', () => {
      expect(reader?.mayBeGenuine(genuine)).toBe(true);
      for (const forged of heads) expect(reader?.mayBeGenuine(forged!(genuine))).toBe(false);
    });

    it(`the webhook reads as ${reading}`, () => {
      const read = reader?.parseWebhook(genuine.body);
      expect(read?.kind).toBe(reading);
      if (read?.kind !== 'event') return;
      expect(read.event.eventId).toBe(eventId);
      expect(read.event.mandates ?? []).toEqual(mandates);
      expect(read.event.disputes ?? []).toEqual(disputes);
      expect(read.event.facts).toHaveLength(facts.length);
      facts.forEach((recorded, place) => {
        const { flow, reference, operationIds, outcome } = recorded;
        const fact = read.event.facts[place];
        expect(fact).toMatchObject({ flow, reference, operationIds });
        expect(fact && outcomeOf(fact, recorded)).toEqual(outcome);
      });
    });
  });

  it.each(['', 'null', '[]', '{}', '<html>', '{"type":1}'])('the body %j is unreadable', (body) => {
    expect(reader?.parseWebhook(Buffer.from(body)).kind).toBe('unreadable');
  });
}
