import type { PayoutStepCommand } from '@payorch/contracts';
import { payoutCommands } from '@payorch/contracts';
import { reading } from '@payorch/platform/postgres';
import type { OperationsOf } from '@payorch/operations';
import type { DataSource } from 'typeorm';
import { cardNumber } from '../../test/builders';
import { aDecision } from '../../test/operations';
import { anIban, payingConnector, payoutStep } from '../../test/payouts';
import { json, notFound } from '../../test/processor';
import { startWorker, type Worker, workerDatabase } from '../../test/worker';
import { findNamed } from '../webhooks/find-named';
import { callOfPayout } from './commands/payout-call';

type Step = OperationsOf<'payout'>;

describe('a step of a payout', () => {
  let database: DataSource;
  let drop: () => Promise<void>;
  let worker: Worker;

  beforeAll(async () => void ({ database, drop } = await workerDatabase()));
  afterAll(() => drop());
  beforeEach(async () => {
    worker = await startWorker(database, { connector: payingConnector(), callTimeoutMs: 5_000 });
    answer({ status: 'paid', id: 'po_1' });
  });
  afterEach(() => worker.stop());

  const answer = (body: object): void =>
    void (worker.processor.onPayment = (_call, response) => json(response, 200, body));
  const hangUp = (): void => void (worker.processor.onPayment = (_call, response) => void response.destroy());
  const run = (step: Step, command: PayoutStepCommand) =>
    worker.runner.run(callOfPayout(payoutCommands[step], command), 1);
  const rowOf = ({ merchantId, operationId }: PayoutStepCommand) => worker.rows.load(merchantId, operationId);
  const syncOf = (command: PayoutStepCommand, flow: Step = 'payout_fulfill', round = 1) => {
    const { operationId, merchantId, profileId, payoutId, payoutAttemptId, account, money } = command;
    const ids = { operationId, merchantId, profileId, payoutId, payoutAttemptId, account, money };
    return { ...ids, flow, reference: command.reference, recipientReference: command.recipientReference, round };
  };
  const webhook = (event: object) => {
    const { merchantId, account } = worker.shop;
    const bodyBase64 = Buffer.from(JSON.stringify(event)).toString('base64');
    const about = { webhookId: 'wh_1', merchantId, account, receivedAt: new Date().toISOString() };
    return worker.webhooks.receive({ ...about, headers: {}, query: {}, bodyBase64 }, 1);
  };

  it('sends the opened account and the details of the recipient, and its row has neither', async () => {
    const command = payoutStep(worker.shop);
    expect(await run('payout_fulfill', command)).toMatchObject({
      outcome: { kind: 'paid', reference: 'po_1', money: command.money },
      messageId: `${command.operationId}:call`,
    });
    expect(worker.processor.payments.map(({ path, body }) => ({ path, body }))).toMatchObject([
      {
        path: '/dummy-connector/fulfilments',
        body: {
          reference: command.operationId,
          destination: { kind: 'sepa', iban: anIban },
          customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
        },
      },
    ]);
    const { merchantId, operationId } = command;
    const [row] = await reading(database, [merchantId], (sql) =>
      sql.query<object>('SELECT * FROM operations WHERE operation_id = $1', [operationId]),
    );
    expect(row).toMatchObject({ payment_id: command.payoutId, attempt_id: command.payoutAttemptId });
    for (const secret of [anIban, 'Lovelace', 'Winnings']) expect(JSON.stringify(row)).not.toContain(secret);
  });

  it('pays to a card without its CVC', async () => {
    const card = worker.shop.card();
    await run('payout_fulfill', payoutStep(worker.shop, { payoutType: 'card', card, sealedDestination: null }));
    const { body } = worker.processor.payments[0]!;
    expect(body).toMatchObject({ number: cardNumber, holder: 'Ada Lovelace' });
    // Absent fields are those that the flow got as null.
    for (const field of ['cvc', 'destination']) expect(body).not.toHaveProperty(field);
  });

  it.each([
    ['content of another shape', (shop: Worker['shop']) => shop.methodData({ kind: 'sepa', number: anIban })],
    ["another merchant's seal", () => ({ reference: 'card_1' as never, sealed: 'broken' })],
  ])('is not sent with %s as destination', async (_, sealedDestination) => {
    const command = payoutStep(worker.shop, { sealedDestination: sealedDestination(worker.shop) });
    expect((await run('payout_fulfill', command)).outcome).toMatchObject({
      kind: 'not_sent',
      error: { code: 'DESTINATION_UNREADABLE' },
      retry: 'never',
    });
    expect(worker.processor.calls).toHaveLength(0);
  });

  it('is not sent with details that do not open', async () => {
    const command = { ...payoutStep(worker.shop), sealedDetails: payoutStep(worker.shop).sealedDetails };
    expect((await run('payout_create', command)).outcome).toMatchObject({ error: { code: 'DETAILS_UNREADABLE' } });
    expect(worker.processor.calls).toHaveLength(0);
  });

  it('is not sent where the connector has no such step', async () => {
    const { outcome } = await run('payout_eligibility', payoutStep(worker.shop));
    expect(outcome).toMatchObject({ kind: 'not_sent', error: { code: 'FLOW_NOT_SUPPORTED' } });
  });

  it('that came to another account by a second route answers with its own account, step and outcome, and is not sent there', async () => {
    const { shop } = worker;
    const other = { ...shop.account, merchantConnectorId: 'mca_other' as never };
    const first = payoutStep(shop, { fallbacks: [other], decision: aDecision });
    answer({ status: 'prepared', id: 'rec_1' });
    const report = await run('payout_recipient', first);
    const again = await run('payout_create', { ...first, account: other, fallbacks: [] });
    expect(again).toMatchObject({ isRepeated: true, messageId: report.messageId, outcome: report.outcome });
    expect(again.operation).toMatchObject({ flow: 'payout_recipient', account: shop.account, fallbacks: [other] });
    expect(worker.processor.payments).toHaveLength(1);
  });

  it('whose answer was lost is not sent to another account either', async () => {
    const { shop } = worker;
    const first = payoutStep(shop);
    hangUp();
    expect((await run('payout_fulfill', first)).outcome.kind).toBe('unknown');
    answer({ status: 'paid' });
    const other = { ...shop.account, merchantConnectorId: 'mca_other' as never };
    const again = await run('payout_fulfill', { ...first, account: other });
    expect(again).toMatchObject({ outcome: { kind: 'unknown' }, operation: { account: shop.account } });
    expect(worker.processor.payments).toHaveLength(1);
  });

  it('whose answer was lost is sent again under its key, and its later deliveries repeat the outcome', async () => {
    const command = payoutStep(worker.shop);
    hangUp();
    await run('payout_fulfill', command);
    answer({ status: 'initiated' });
    for (let delivery = 0; delivery < 3; delivery++)
      expect((await run('payout_fulfill', command)).outcome.kind).toBe('initiated');
    const keys = worker.processor.payments.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([command.operationId, command.operationId]);
  });

  it('whose key the processor has forgotten is never sent again: only a sync settles it', async () => {
    const forgetful = await startWorker(database, { connector: payingConnector(50), callTimeoutMs: 5_000 });
    const command = payoutStep(forgetful.shop);
    const deliver = () => forgetful.runner.run(callOfPayout(payoutCommands.payout_fulfill, command), 1);
    forgetful.processor.onPayment = (_call, response) => void response.destroy();
    expect((await deliver()).outcome.kind).toBe('unknown');
    await new Promise((resolve) => setTimeout(resolve, 100));
    forgetful.processor.onPayment = (_call, response) => json(response, 200, { status: 'paid' });
    expect((await deliver()).outcome.kind).toBe('unknown');
    expect(forgetful.processor.payments).toHaveLength(1);
    forgetful.processor.onLookup = (_call, response) => json(response, 200, { status: 'paid', id: 'po_1' });
    expect((await forgetful.sync.run(syncOf(command), 1)).outcome.kind).toBe('paid');
    const { sentAt } = (await forgetful.rows.load(command.merchantId, command.operationId))!;
    expect(forgetful.processor.calls.at(-1)?.headers['x-sent-at']).toBe(sentAt!.toISOString());
    await forgetful.stop();
  });

  it('50 fulfilments at once pay once', async () => {
    const command = payoutStep(worker.shop);
    worker.processor.onPayment = (_call, response) =>
      void setTimeout(() => json(response, 200, { status: 'paid' }), 50);
    const reports = await Promise.all(Array.from({ length: 50 }, () => run('payout_fulfill', command)));
    const keys = new Set(worker.processor.payments.map(({ headers }) => headers['idempotency-key']));
    expect([...keys]).toEqual([command.operationId]);
    expect(reports.filter(({ outcome }) => outcome.kind !== 'paid' && outcome.kind !== 'unknown')).toEqual([]);
    answer({ status: 'paid' });
    expect((await run('payout_fulfill', command)).outcome.kind).toBe('paid');
    expect(await rowOf(command)).toMatchObject({ state: 'answered', outcome: { kind: 'paid' } });
  });

  it('that a sync finds before its command is forbidden, and its sync names payout, recipient and step', async () => {
    const command = payoutStep(worker.shop, { reference: 'po_9', recipientReference: 'rec_9' });
    worker.processor.onLookup = notFound;
    expect(await worker.sync.run(syncOf(command), 1)).toMatchObject({
      outcome: { kind: 'not_sent' },
      operation: { state: 'never', flow: 'payout_fulfill', paymentId: command.payoutId },
    });
    expect(worker.processor.calls).toMatchObject([
      {
        path: `/dummy-connector/payouts/payout_fulfill/${command.payoutId}/po_9/rec_9/${command.operationId}`,
        headers: { 'x-sent-at': 'never' },
      },
    ]);
    expect((await run('payout_fulfill', command)).outcome.kind).toBe('not_sent');
    expect(worker.processor.payments).toHaveLength(0);
  });

  it('is found by a webhook under the payout that its command named, though its answer was lost', async () => {
    const command = payoutStep(worker.shop, { reference: 'po_of_the_lost' });
    hangUp();
    await run('payout_fulfill', command);
    expect(await webhook({ event: 'evt_1', id: 'po_of_the_lost', status: 'initiated' })).toMatchObject({
      verdict: 'verified',
      reports: [{ source: 'webhook', outcome: { kind: 'initiated' }, operation: { state: 'answered' } }],
    });
    const { reports } = await webhook({ event: 'evt_2', id: 'po_of_the_lost', status: 'paid' });
    expect(reports).toMatchObject([{ outcome: { kind: 'paid' }, operation: { outcome: { kind: 'paid' } } }]);
  });

  it('that was paid and comes back is reported as reversed, by a webhook and by a sync', async () => {
    const command = payoutStep(worker.shop);
    await run('payout_fulfill', command);
    const reversed = { event: 'evt_3', operation: command.operationId, status: 'reversed' };
    expect((await webhook(reversed)).reports).toMatchObject([{ outcome: { kind: 'reversed' } }]);
    const declined = { event: 'evt_4', operation: command.operationId, status: 'declined' };
    expect((await webhook(declined)).reports).toMatchObject([{ outcome: { kind: 'declined' } }]);
    worker.processor.onLookup = (_call, response) => json(response, 200, { status: 'reversed' });
    expect((await worker.sync.run(syncOf(command), 1)).outcome.kind).toBe('reversed');
  });

  it('is not concerned by a webhook about another step of its payout', async () => {
    const command = payoutStep(worker.shop);
    answer({ status: 'created', id: 'po_of_another_step' });
    await run('payout_create', command);
    expect((await webhook({ event: 'evt_5', id: 'po_of_another_step', status: 'paid' })).reports).toEqual([]);
  });

  it('is none of the payments that an unsigned webhook names', async () => {
    const command = payoutStep(worker.shop);
    await run('payout_fulfill', command);
    const { merchantId, account, operationId } = command;
    const named = [{ reference: 'unknown', operationIds: [operationId] }];
    const ids = { idsOf: () => [account.merchantConnectorId] };
    expect(await findNamed(worker.rows, ids, { merchantId, account, named })).toEqual({ payments: [], refunds: [] });
  });
});
