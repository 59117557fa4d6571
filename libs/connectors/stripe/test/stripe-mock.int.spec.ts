import type { HttpReply, HttpRequest } from '@payorch/connector-kit';
import { postForm } from '@payorch/connector-kit';
import { sampleOperation } from '@payorch/connector-kit/conformance';
import { accountOf, builtRequests } from './built-requests';
import { hasGo, StripeMock } from './stripe-mock';

/** The base URL in the requests; replaced by the mock's URL, which is known only when the mock runs. */
const requestedUrl = 'https://processor.example';

async function send(mock: StripeMock, { method, url, headers, body }: HttpRequest): Promise<HttpReply> {
  const reply = await fetch(url.replace(requestedUrl, mock.url), { method, headers, ...(body !== null && { body }) });
  return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() };
}

const canRun = hasGo();
if (!canRun) process.stderr.write('skips stripe-mock: building it requires Go, and Go is not installed\n');

(canRun ? describe : describe.skip)("Stripe's own mock", () => {
  let mock: StripeMock;
  beforeAll(async () => {
    mock = await StripeMock.start();
  }, 300_000);
  afterAll(() => mock?.stop());

  const requests = builtRequests(requestedUrl);
  /**
   * The requests that the mock does not know. The mock checks only top-level fields; the published schema is stricter. It takes
   * `external_account` as a text, though the schema says in words that it may be a hash, and to bypass its validation.
   */
  const isUnknown = (name: string): boolean => /^wallet apple_pay.*token$|payoutRecipientAccount$/.test(name);

  it.each(requests.filter(({ name }) => !isUnknown(name)))('the mock accepts: $name', async ({ request }) => {
    expect(await send(mock, request)).toMatchObject({ status: 200 });
  });

  it.each(requests.filter(({ name }) => isUnknown(name)))(
    'the mock refuses the unpublished request: $name',
    async ({ request }) => {
      expect(await send(mock, request)).toMatchObject({ status: 400 });
    },
  );

  it('the mock refuses a raw card within a payment, and a call without an API key', async () => {
    const fields = { amount: 100, currency: 'usd', payment_method_data: { type: 'card', card: { number: '4242' } } };
    const { headers } = requests[0]!.request;
    expect(await send(mock, postForm(`${requestedUrl}/v1/payment_intents`, fields, headers))).toMatchObject({
      status: 400,
    });
    expect(await send(mock, postForm(`${requestedUrl}/v1/customers`, {}, {}))).toMatchObject({ status: 401 });
  });

  it('the connector reads answers and refusals of the mock', async () => {
    const account = accountOf();
    const operation = sampleOperation('authorize', {});
    const flow = account.flow('authorize')!;
    const [paymentMethod] = flow.before(operation);
    const made = paymentMethod!.parseResponse(await send(mock, paymentMethod!.buildRequest({})));
    expect(made).toMatchObject({ kind: 'found', value: expect.stringMatching(/^pm_/) });

    const refund = account.flow('refund')!;
    const operationToRefund = sampleOperation('refund', { reference: 'pi_123' });
    // The mock has no state: it answers every refund with a sample of another amount.
    const answer = await send(mock, refund.buildRequest(operationToRefund, {}));
    expect(refund.parseResponse(operationToRefund, answer, {})).toMatchObject({
      reference: expect.stringMatching(/^re_/),
    });

    const wrong = postForm(`${requestedUrl}/v1/refunds`, { colour: 'red' }, flow.buildRequest(operation, {}).headers);
    expect(refund.parseResponse(operationToRefund, await send(mock, wrong), {})).toMatchObject({
      kind: 'declined',
      retry: 'never',
    });
  });
});
