import payoutFulfill from '../fixtures/payout-fulfill.json';
import payoutSync from '../fixtures/payout-sync.json';
import webhooks from '../fixtures/webhooks.json';
import { objectionsTo } from './published-interface';

interface Exchange {
  readonly name: string;
  readonly request?: { readonly body: object | null };
  readonly reply: { readonly status: number; readonly body: object };
}

const calls: readonly Exchange[] = payoutFulfill.exchanges;
const syncs: readonly Exchange[] = payoutSync.exchanges;
const errors = [...calls, ...syncs].filter(({ reply }) => 'errorCode' in reply.body);
const answered = [...calls, ...syncs].filter((one) => !errors.includes(one));

/** The gate before the API refuses keys with an error of its own. */
const schemaOfError = (status: number): string => (status === 401 ? 'ServiceError' : 'TransferServiceRestServiceError');
const schemaOfAnswer = (body: object, isCall: boolean): string =>
  'data' in body ? 'FindTransfersResponse' : isCall ? 'Transfer' : 'TransferData';

describe("Adyen's published interface", () => {
  it.each(calls.flatMap(({ name, request }) => (request ? [{ name, body: request.body }] : [])))(
    'the request has the published form: $name',
    ({ body }) => expect(objectionsTo('TransferInfo', body)).toEqual([]),
  );

  it.each(answered)('the recorded answer has the published form: $name', (one) => {
    const { body } = one.reply;
    expect(objectionsTo(schemaOfAnswer(body, calls.includes(one)), body)).toEqual([]);
  });

  it.each(errors)('the recorded error has the published form: $name', ({ reply }) => {
    expect(objectionsTo(schemaOfError(reply.status), reply.body)).toEqual([]);
  });

  it.each(webhooks.webhooks.filter(({ reading }) => reading === 'event'))(
    'the recorded webhook has the published form: $name',
    ({ body }) => expect(objectionsTo('TransferNotificationRequest', JSON.parse(body))).toEqual([]),
  );

  it.each([
    ['no counterparty', { amount: { currency: 'EUR', value: 1 }, category: 'bank' }],
    ['an unknown priority', { ...calls[0]!.request!.body, priority: 'slow' }],
    ['an unknown field', { ...calls[0]!.request!.body, purpose: 'salary' }],
    ['a reference that is too long', { ...calls[0]!.request!.body, reference: 'x'.repeat(81) }],
  ])('the check objects to a request with %s', (_, body) => {
    expect(objectionsTo('TransferInfo', body)).not.toEqual([]);
  });
});
