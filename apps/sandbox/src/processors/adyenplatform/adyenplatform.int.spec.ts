import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import Ajv from 'ajv';
import { RunningSandbox } from '../../../test/running-sandbox';

/** The connector's copy of the published interface: both sides are held against the same. */
const published = readFileSync(
  path.join(__dirname, '../../../../../libs/connectors/adyenplatform/fixtures/openapi.json'),
  'utf8',
);
const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(JSON.parse(published) as object, 'adyen');
const problemsOf = (schema: string, body: unknown): unknown => {
  const validate = ajv.getSchema(`adyen#/components/schemas/${schema}`)!;
  void validate(body);
  return validate.errors ?? [];
};

interface Transfer {
  readonly id: string;
  readonly status: string;
  readonly reason?: string;
  readonly events?: readonly { readonly status: string }[];
}
interface Delivered {
  readonly signature: unknown;
  readonly text: string;
  readonly data: Transfer;
}

const key = 'key_of_spec';
const secret = 'ab'.repeat(32);
const headers = { 'x-api-key': key };
let count = 0;

const transferTo = (iban: string, rest: object = {}) => ({
  amount: { currency: 'EUR', value: 6540 },
  balanceAccountId: 'BA_spec',
  category: 'bank',
  counterparty: {
    bankAccount: {
      accountHolder: { fullName: 'Ada Lovelace', type: 'individual' },
      accountIdentification: { type: 'iban', iban },
    },
  },
  priority: 'regular',
  reference: `op_adyen_${++count}`,
  ...rest,
});
const usual = 'NL46TEST0136169112';

describe('the simulated balance platform', () => {
  let sandbox: RunningSandbox;
  let receiver: Server;
  let webhookUrl: string;
  const delivered: Delivered[] = [];
  const env = { SANDBOX_ADYENPLATFORM_SETTLE_AFTER: '40ms', SANDBOX_WEBHOOK_RETRY_BASE: '20ms' };

  const register = () =>
    sandbox.call('POST', '/control/adyenplatform/webhooks', { api_key: key, url: webhookUrl, secret });

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const { data } = JSON.parse(text) as { data: Transfer };
        delivered.push({ signature: request.headers['hmacsignature'], text, data });
        response.writeHead(200).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`;
    sandbox = await RunningSandbox.start(undefined, env);
    await register();
  });
  afterAll(async () => {
    await sandbox.stop();
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
  });

  const post = (body: object, more: Readonly<Record<string, string>> = {}) =>
    sandbox.call('POST', '/btl/v4/transfers', body, { ...headers, ...more });
  const lookUp = (id: string, of = headers) => sandbox.call('GET', `/btl/v4/transfers/${id}`, undefined, of);
  const search = async (reference: string): Promise<readonly Transfer[]> => {
    const period = 'createdSince=2020-01-01T00:00:00Z&createdUntil=2100-01-01T00:00:00Z';
    const { text } = await sandbox.call(
      'GET',
      `/btl/v4/transfers?balanceAccountId=BA_spec&reference=${reference}&${period}`,
      undefined,
      headers,
    );
    expect(problemsOf('FindTransfersResponse', JSON.parse(text))).toEqual([]);
    return (JSON.parse(text) as { data: Transfer[] }).data;
  };
  const created = async (body: object): Promise<Transfer> => {
    const { status, text } = await post(body);
    expect(status).toBe(200);
    expect(problemsOf('Transfer', JSON.parse(text))).toEqual([]);
    return JSON.parse(text) as Transfer;
  };
  const eventually = async <T>(read: () => Promise<T> | T, isDone: (value: T) => boolean): Promise<T> => {
    for (let tries = 0; tries < 250; tries++) {
      const value = await read();
      if (isDone(value)) return value;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('the condition was not met in time');
  };
  const webhooksOf = (id: string, amount: number) =>
    eventually(
      () => delivered.filter(({ data }) => data.id === id),
      ({ length }) => length === amount,
    );

  it.each([
    [usual, ['authorised', 'booked'], ['payout']],
    ['NL25TEST0136169102', ['refused'], []],
    ['NL68TEST0136169104', ['received', 'authorised', 'booked'], ['payout']],
    ['NL41TEST0136169105', ['authorised', 'booked', 'returned'], ['payout', 'payout_return']],
    ['NL14TEST0136169106', ['authorised', 'failed'], []],
    ['NL84TEST0136169107', ['authorised', 'booked', 'failed'], ['payout', 'payout_return']],
    ['NL03TEST0136169110', ['pendingApproval', 'cancelled'], []],
    ['NL73TEST0136169111', ['pendingApproval', 'expired'], []],
  ])('a transfer to %s is %j, and moves the money %j', async (iban, statuses, effects) => {
    const body = transferTo(iban);
    const made = await created(body);
    expect(made.status).toBe(statuses[0]);
    const webhooks = await webhooksOf(made.id, statuses.length);
    expect(webhooks.map(({ data }) => data.status).sort()).toEqual([...statuses].sort());
    for (const { text, signature } of webhooks) {
      expect(problemsOf('TransferNotificationRequest', JSON.parse(text))).toEqual([]);
      expect(signature).toBe(createHmac('sha256', Buffer.from(secret, 'hex')).update(text).digest('base64'));
    }
    const { text } = await lookUp(made.id);
    expect(problemsOf('TransferData', JSON.parse(text))).toEqual([]);
    expect((JSON.parse(text) as Transfer).events?.map(({ status }) => status)).toEqual(statuses);
    expect(await sandbox.effectsOf(body.reference)).toEqual(effects);
    expect(text).not.toContain(iban);
  });

  it('the number of a card is shown nowhere', async () => {
    const cardIdentification = { number: '4111111111111111', expiryMonth: '03', expiryYear: '2030' };
    const cardHolder = { type: 'individual', firstName: 'Ada', lastName: 'Lovelace' };
    const { priority: _, ...common } = transferTo(usual);
    const made = await created({
      ...common,
      category: 'card',
      counterparty: { card: { cardHolder, cardIdentification } },
    });
    // 11 of the card's last two digits: the approval never comes.
    expect(made.status).toBe('pendingApproval');
    expect(JSON.stringify(await search(common.reference))).not.toContain('4111111111111111');
    expect(readFileSync(path.join(sandbox.folder, 'ledger.jsonl'), 'utf8')).not.toContain('4111111111111111');
  });

  it('the same key gets the same answer, and moves the money once', async () => {
    const body = transferTo(usual);
    const first = await post(body, { 'idempotency-key': body.reference });
    const again = await post(body, { 'idempotency-key': body.reference });
    expect(again.text).toBe(first.text);
    const other = await post({ ...body, description: 'Other' }, { 'idempotency-key': body.reference });
    expect(other.status).toBe(422);
    expect(await search(body.reference)).toHaveLength(1);
    await eventually(
      () => sandbox.effectsOf(body.reference),
      ({ length }) => length === 1,
    );
  });

  it('an error is stored under its key, too', async () => {
    const body = transferTo('no iban');
    const first = await post(body, { 'idempotency-key': body.reference });
    expect(first.status).toBe(422);
    expect(problemsOf('TransferServiceRestServiceError', JSON.parse(first.text))).toEqual([]);
    expect((await post(body, { 'idempotency-key': body.reference })).text).toBe(first.text);
  });

  it('without a key a second call pays twice, as the ledger shows', async () => {
    const body = transferTo(usual);
    await created(body);
    await created(body);
    await eventually(
      () => sandbox.effectsOf(body.reference),
      (effects) => effects.join() === 'payout,payout',
    );
  });

  it('a call without an answer was executed, or was not', async () => {
    const executed = transferTo('NL57TEST0136169108');
    const lost = transferTo('NL30TEST0136169109');
    const calls = [executed, lost].map((body) => post(body).catch(() => 'no answer'));
    await eventually(
      () => search(executed.reference),
      ([found]) => found?.status === 'booked',
    );
    expect(await search(lost.reference)).toEqual([]);
    expect(await Promise.all(calls)).toEqual(['no answer', 'no answer']);
  }, 20_000);

  it('another key finds no transfer of this one, and without a key nothing is found', async () => {
    const made = await created(transferTo(usual));
    expect((await lookUp(made.id, { 'x-api-key': 'another' })).status).toBe(404);
    expect((await sandbox.call('GET', `/btl/v4/transfers/${made.id}`)).status).toBe(401);
  });

  it('a restart forgets neither keys nor what is still to come', async () => {
    const body = transferTo('NL41TEST0136169105');
    const first = await post(body, { 'idempotency-key': body.reference });
    const { folder } = sandbox;
    await sandbox.stop({ retainLedger: true });
    sandbox = await RunningSandbox.start(folder, env);
    expect((await post(body, { 'idempotency-key': body.reference })).text).toBe(first.text);
    await eventually(
      () => sandbox.effectsOf(body.reference),
      (effects) => effects.join() === 'payout,payout_return',
    );
  });
});
