import type { DataSource } from 'typeorm';
import type { AuthorizeCommand } from '../../../test/builders';
import { json } from '../../../test/processor';
import { steppingConnector } from '../../../test/stepping-connector';
import type { Worker } from '../../../test/worker';
import { startWorker, workerDatabase } from '../../../test/worker';
import { purposes } from '../../sealed/purposes';

type Response = import('node:http').ServerResponse;

describe('preliminaries of a call', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let worker: Worker;

  beforeAll(async () => void ({ database, drop } = await workerDatabase()));
  afterAll(() => drop());
  beforeEach(
    async () =>
      void (worker = await startWorker(database, { callTimeoutMs: 400, leaseMs: 600, connector: steppingConnector })),
  );
  afterEach(() => worker.stop());

  const run = (data: AuthorizeCommand) => worker.runner.run({ flow: 'authorize', data }, 1);
  const withCvc = (): AuthorizeCommand => {
    const { shop, vault } = worker;
    const card = shop.card('stored');
    vault.cvcs.set(card.reference, shop.keys.seal('737', card.reference, shop.merchantId, purposes.cardCvc));
    return shop.authorize({ card, fallbacks: [shop.account] });
  };
  const answering = (name: 'customer' | 'token', answer: (response: Response) => void): void => {
    const { onPreliminary } = worker.processor;
    worker.processor.onPreliminary = (call, response) => {
      if (call.path.endsWith(name)) answer(response);
      else onPreliminary(call, response);
    };
  };

  it('preliminaries run in order, each with a key of its own, and the call receives their results', async () => {
    const data = worker.shop.authorize();
    const { outcome } = await run(data);
    expect(outcome).toMatchObject({ kind: 'captured', reference: `${data.operationId}/token` });
    expect(worker.processor.calls.map(({ path, headers }) => [path, headers['idempotency-key']])).toEqual([
      ['/dummy-connector/before/customer', `${data.operationId}:customer`],
      ['/dummy-connector/before/token', `${data.operationId}:token`],
      ['/dummy-connector/payment', data.operationId],
    ]);
    expect(worker.processor.calls[2]?.body).toMatchObject({ customer: 'customer', token: 'token' });
  });

  it('a preliminary that the operation does not need is not called', async () => {
    await run(worker.shop.authorize({ card: null }));
    expect(worker.processor.calls.map(({ path }) => path)).toEqual(['/dummy-connector/payment']);
  });

  it.each<['customer' | 'token', string, (response: Response) => void, string]>([
    ['customer', 'hangs', () => undefined, 'TIMEOUT'],
    ['token', 'hangs up', (response) => void response.destroy(), 'CONNECTION_LOST'],
    ['token', 'fails', (response) => json(response, 503, {}), 'HTTP_503'],
    ['token', 'answers nonsense', (response) => json(response, 200, []), 'HTTP_200'],
  ])('an operation fails definitely if the processor, called for the %s, %s', async (name, _, answer, code) => {
    answering(name, answer);
    const data = withCvc();
    const { outcome, operation } = await run(data);
    expect(outcome).toMatchObject({ kind: 'not_sent', error: { code }, retry: 'another_account' });
    expect(operation.state).toBe('answered');
    expect(worker.processor.payments).toHaveLength(0);
    // Nothing was sent: the route continues with its next account, which needs the CVC.
    expect(worker.vault.cvcs.has(data.card!.reference)).toBe(true);
    expect((await run(data)).outcome).toEqual(outcome);
  });

  it('an operation fails definitely if the connection is refused', async () => {
    await worker.processor.stop();
    expect((await run(worker.shop.authorize())).outcome).toMatchObject({
      kind: 'not_sent',
      error: { code: 'CONNECTION_REFUSED' },
      retry: 'another_account',
    });
  });

  it('a refused preliminary declines the payment, and the CVC is deleted', async () => {
    answering('token', (response) => json(response, 402, {}));
    const data = withCvc();
    expect((await run(data)).outcome).toMatchObject({ kind: 'declined', error: { code: 'HTTP_402' }, retry: 'never' });
    expect(worker.processor.payments).toHaveLength(0);
    expect(worker.vault.cvcs.size).toBe(0);
  });

  it('preliminaries take at most half of the lease together: after that the payment is not begun', async () => {
    const slowly = (response: Response) => void setTimeout(() => json(response, 200, { value: 'late' }), 200);
    answering('customer', slowly);
    answering('token', slowly);
    const { outcome } = await run(worker.shop.authorize());
    expect(outcome).toMatchObject({ kind: 'not_sent', error: { code: 'TIMEOUT' } });
    expect(worker.processor.payments).toHaveLength(0);
  });

  it.each([
    ['before its preliminaries', 0],
    ['between its preliminaries', 1],
    ['between its preliminaries and its call', 2],
  ])('an operation whose worker died %s is unknown, and no worker begins it again', async (_, survived) => {
    const data = worker.shop.authorize();
    const send = worker.call.send.bind(worker.call);
    let calls = 0;
    const dying = jest.spyOn(worker.call, 'send').mockImplementation(async (...call) => {
      if (calls++ < survived) return send(...call);
      throw new Error('the worker died');
    });
    await expect(run(data)).rejects.toThrow('the worker died');
    dying.mockRestore();
    expect(await worker.rows.load(data.merchantId, data.operationId)).toMatchObject({ state: 'sent' });
    const seen = worker.processor.calls.length;
    for (let delivery = 0; delivery < 2; delivery++)
      expect((await run(data)).outcome).toMatchObject({ kind: 'unknown', error: { code: 'SENT_BEFORE' } });
    expect(worker.processor.calls).toHaveLength(seen);
    expect(worker.processor.payments).toHaveLength(0);
  });

  it('a call contains decrypted payment method data other than a card', async () => {
    const { shop } = worker;
    const methodData = { wallet: { apple_pay: { payment_data: 'token' } } };
    const mandate = { kind: 'store', usage: 'off_session' } as const;
    await run(shop.authorize({ card: null, mandate, sealedMethodData: shop.methodData(methodData) }));
    expect(worker.processor.payments[0]?.body).toMatchObject({ methodData, mandate });
    const stolen = { ...shop.methodData(methodData), reference: 'card_of_another' as never };
    const { outcome } = await run(shop.authorize({ card: null, sealedMethodData: stolen }));
    expect(outcome).toMatchObject({ kind: 'not_sent', error: { code: 'METHOD_DATA_UNREADABLE' }, retry: 'never' });
    expect(worker.processor.payments).toHaveLength(1);
  });

  it('a set-up that the connector does not support is not begun', async () => {
    const { money } = worker.shop.authorize();
    const data = worker.shop.authorize({ money: { ...money, amount: 0n as typeof money.amount } });
    expect((await run(data)).outcome).toMatchObject({ kind: 'not_sent', error: { code: 'FLOW_NOT_SUPPORTED' } });
    expect(worker.processor.calls).toHaveLength(0);
  });
});
