import type { HttpReply, HttpRequest } from '@payorch/connector-kit';
import { postForm } from '@payorch/connector-kit';
import { sampleOperation } from '@payorch/connector-kit/conformance';
import { accountOf, builtRequests } from './test/built-requests';
import { hasGo, StripeMock } from './test/stripe-mock';

/** The requests name their own base URL: the mock's address is known only once it runs. */
const asked = 'https://processor.example';

async function send(mock: StripeMock, { method, url, headers, body }: HttpRequest): Promise<HttpReply> {
  const reply = await fetch(url.replace(asked, mock.url), { method, headers, ...(body !== null && { body }) });
  return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() };
}

const canRun = hasGo();
if (!canRun) process.stderr.write('stripe-mock is left out: it is built with Go, and there is no Go on this machine\n');

(canRun ? describe : describe.skip)("Stripe's own mock", () => {
  let mock: StripeMock;
  beforeAll(async () => {
    mock = await StripeMock.start();
  }, 300_000);
  afterAll(() => mock?.stop());

  const requests = builtRequests(asked);
  /** What it knows nothing of. Below the top it looks at nothing: there the published schema is the stricter judge. */
  const isUnknown = (name: string): boolean => /^wallet apple_pay.*token$/.test(name);

  it.each(requests.filter(({ name }) => !isUnknown(name)))('takes: $name', async ({ request }) => {
    expect(await send(mock, request)).toMatchObject({ status: 200 });
  });

  it.each(requests.filter(({ name }) => isUnknown(name)))(
    'refuses what is not published: $name',
    async ({ request }) => {
      expect(await send(mock, request)).toMatchObject({ status: 400 });
    },
  );

  it('refuses a raw card within a payment, and a call without a key', async () => {
    const fields = { amount: 100, currency: 'usd', payment_method_data: { type: 'card', card: { number: '4242' } } };
    const { headers } = requests[0]!.request;
    expect(await send(mock, postForm(`${asked}/v1/payment_intents`, fields, headers))).toMatchObject({ status: 400 });
    expect(await send(mock, postForm(`${asked}/v1/customers`, {}, {}))).toMatchObject({ status: 401 });
  });

  it('is understood in what it answers and in how it refuses', async () => {
    const account = accountOf();
    const operation = sampleOperation('authorize', {});
    const flow = account.flow('authorize')!;
    const [paymentMethod] = flow.before(operation);
    const made = paymentMethod!.parseResponse(await send(mock, paymentMethod!.buildRequest({})));
    expect(made).toMatchObject({ kind: 'found', value: expect.stringMatching(/^pm_/) });

    const refund = account.flow('refund')!;
    const asking = sampleOperation('refund', { reference: 'pi_123' });
    // It knows no state: whatever is refunded, it answers with its sample, of another sum.
    const answer = await send(mock, refund.buildRequest(asking, {}));
    expect(refund.parseResponse(asking, answer, {})).toMatchObject({ reference: expect.stringMatching(/^re_/) });

    const wrong = postForm(`${asked}/v1/refunds`, { colour: 'red' }, flow.buildRequest(operation, {}).headers);
    expect(refund.parseResponse(asking, await send(mock, wrong), {})).toMatchObject({
      kind: 'declined',
      retry: 'never',
    });
  });
});
