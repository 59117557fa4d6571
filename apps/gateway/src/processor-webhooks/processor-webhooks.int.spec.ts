import type { DataOf, WebhookFinding } from '@payorch/contracts';
import { connectorWebhookReceived, refuse, webhookVerdict } from '@payorch/contracts';
import { eventually } from '@payorch/harness';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import type { Reply, NoReply } from '@payorch/platform/kafka';
import { SealedText } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testBox, testTrace as trace, type GatewayDatabase, seals } from '../../test/gateway-database';
import { chargeOf, event, genuine, sentWith, signature, silent, verdict, type Sent } from '../../test/webhooks';
import { ConnectorAccountRepository } from '../accounts/persistence/connector-account.repository';
import type { RefusalReason } from './domain/webhook-verification';
import { ProcessorWebhookRepository, type StoredPage } from './persistence/processor-webhook.repository';
import { ProcessorWebhooks } from './processor-webhooks';
import { WebhookAccounts } from './webhook-accounts';
import { WebhookExpiry } from './webhook-expiry';

type Command = DataOf<typeof connectorWebhookReceived>;

const merchantId = 'acme' as MerchantId;
let db: GatewayDatabase;
let services: ReturnType<typeof accountServices>;
let plain: MerchantConnectorId;
let signed: MerchantConnectorId;

const account = async (connector_name: string, change: object = {}) => {
  const body = {
    connector_type: 'payment_processor',
    connector_name,
    connector_account_details: { auth_type: 'HeaderKey', api_key: 'k' },
    ...change,
  };
  return (await services.connectors.create(merchantId, body, trace)).merchantConnectorId;
};

beforeAll(async () => {
  db = await gatewayDatabase();
  services = accountServices(db.database);
  await services.merchants.create({ merchant_id: merchantId }, trace);
  plain = await account('stripe_test');
  const webhook = { merchant_secret: 'new', additional_secret: 'old' };
  signed = await account('adyen_test', { connector_webhook_details: webhook });
});
afterAll(() => db.close());

interface Stored {
  readonly webhook_id: string;
  readonly verdict: string | null;
  readonly sealed_body: string;
  readonly attempts: number;
}

/** The stored webhooks with their bodies opened. */
const rows = async (webhookId?: string) => {
  const stored = await db.database.read([merchantId], (sql) =>
    sql.query<Stored>(
      `SELECT webhook_id, verdict, sealed_body, attempts FROM processor_webhooks
       WHERE $1::text IS NULL OR webhook_id = $1`,
      [webhookId ?? null],
    ),
  );
  const body = new SealedText('processor_webhooks.body');
  return stored.map(({ sealed_body, ...row }) => ({
    ...row,
    body: Buffer.from(body.read(seals, sealed_body, { merchantId, objectId: row.webhook_id }), 'base64'),
  }));
};

/** The verdict of a reply; null for a reply without one. */
const verdictOf = (reply: Reply | NoReply | Error): string | null =>
  'body' in reply ? webhookVerdict.parse(JSON.parse(reply.body.toString())).verdict : null;

/** A worker with prepared replies that records the stored rows at each command. */
function worker(...replies: (Reply | NoReply | Error)[]) {
  const commands: { command: Command; stored: number }[] = [];
  /** What the last reply about each webhook says, null without a verdict; undefined while the worker has not replied. */
  const said = new Map<string, string | null | undefined>();
  const refused: { ids: readonly string[]; reason: RefusalReason | 'no_secret'; body: string | undefined }[] = [];
  const noticed: string[] = [];
  const reads = { count: 0 };
  const requester = {
    request: async ({ data }: { data: unknown }) => {
      const command = data as Command;
      said.set(command.webhookId, undefined);
      commands.push({ command, stored: (await rows(command.webhookId)).length });
      const reply = replies.shift() ?? silent;
      said.set(command.webhookId, verdictOf(reply));
      if (reply instanceof Error) throw reply;
      return reply;
    },
  };
  const database: typeof db.database = Object.create(db.database, {
    read: { value: (...args: Parameters<typeof db.database.read>) => (reads.count++, db.database.read(...args)) },
  }) as typeof db.database;
  const limiter = { spend: () => Promise.resolve(undefined), secondsOver: () => undefined };
  const limits = {
    refusedWebhooks: limiter,
    unsignedWebhooks: limiter,
    lookups: { run: (work: () => unknown) => work() },
  };
  const webhooks = new ProcessorWebhooks(
    db.database,
    new WebhookAccounts(database, new ConnectorAccountRepository(), testBox(), silentLogger),
    new ProcessorWebhookRepository(seals),
    services.cache,
    requester,
    { laneOf: async () => 'shared' },
    limits as never,
    {
      record: (accounts, reason, { body }) => {
        const ids = accounts.map(({ merchantConnectorId }) => merchantConnectorId);
        refused.push({ ids, reason, body: body?.toString() });
      },
    },
    { schedule: (named, facts) => void noticed.push(`${named.merchantConnectorId} ${facts[0]?.reference}`) },
    silentLogger,
    { load: async () => undefined },
    { webhookVerdictTimeoutMs: 2_000, webhookRefusalDelayMs: 1 },
  );
  /** Checks the head first, then the body, as the routes do. */
  const receive = async (accountOrConnector: string, { head, body }: Sent, merchant: string = merchantId) => {
    const admitted = await webhooks.admit({ merchantId: merchant, accountOrConnector }, head);
    return 'kind' in admitted ? admitted : webhooks.receive(admitted, body, trace);
  };
  const isRecorded = async ([webhookId, verdict]: [string, string | null | undefined]) =>
    verdict === null || (verdict !== undefined && (await rows(webhookId))[0]?.verdict === verdict);
  /** Waits until the worker has replied to every command, and the gateway has stored the verdicts. */
  const settled = () => eventually(async () => (await Promise.all([...said].map(isRecorded))).every(Boolean));
  return { commands, refused, noticed, reads, webhooks, receive, settled };
}

it('a verified webhook is stored byte for byte before the acknowledgement, and applied after it', async () => {
  const { commands, receive, settled } = worker(verdict('verified'));
  const webhook = genuine();
  expect(await receive(signed, webhook)).toBeUndefined();
  expect(await rows()).toEqual([expect.objectContaining({ body: webhook.body })]);
  await settled();
  expect(commands).toHaveLength(1);
  expect(commands[0]?.stored).toBe(1);
  expect(commands[0]?.command).toMatchObject({
    merchantId,
    account: { merchantConnectorId: signed, connector: 'adyen_test' },
    headers: webhook.head.headers,
    query: { a: '1' },
    bodyBase64: webhook.body.toString('base64'),
  });
  expect((await rows(commands[0]?.command.webhookId))[0]?.verdict).toBe('verified');
});

it.each<[string, Reply | NoReply | Error]>([
  ['does not reply', silent],
  ['has older settings', refuse('settings_outdated')],
  ['is away', new Error('no such topic')],
])('a verified webhook is acknowledged while the worker %s: the sweep retries', async (_, reply) => {
  const { commands, receive, settled } = worker(reply);
  expect(await receive(signed, genuine())).toBeUndefined();
  await settled();
  expect((await rows(commands[0]?.command.webhookId))[0]?.verdict).toBeNull();
});

it.each<[string, () => Sent, string, RefusalReason, boolean]>([
  ['without a signature', () => sentWith({}, event()), 'webhook_refused', 'no_timely_signature', false],
  ['of another secret', () => genuine('other'), 'webhook_refused', 'wrong_signature', true],
  [
    'of an hour ago',
    () => {
      const body = event();
      return sentWith(signature(body, 'new', Date.now() - 3_600_000), body);
    },
    'webhook_refused',
    'no_timely_signature',
    false,
  ],
  [
    'with a body changed after signing',
    () => ({ ...genuine(), body: event() }),
    'webhook_refused',
    'wrong_signature',
    true,
  ],
  [
    'that is genuine and no JSON',
    () => genuine('new', Buffer.from('{"id":')),
    'webhook_unreadable',
    'unreadable',
    true,
  ],
])(
  '%s reaches neither broker nor database and is stored for the operator only',
  async (_, make, code, reason, isRead) => {
    const { commands, refused, reads, receive } = worker();
    await receive(signed, sentWith({}, Buffer.alloc(0))); // the accounts are cached from here on
    const before = [await rows(), reads.count];
    const webhook = make();
    expect(await receive(signed, webhook)).toMatchObject({ code });
    expect([await rows(), reads.count]).toEqual(before);
    expect(commands).toEqual([]);
    expect(refused.at(-1)).toEqual({ ids: [signed], reason, body: isRead ? webhook.body.toString() : undefined });
  },
);

it('each of two secrets verifies a webhook during a rotation', async () => {
  const { receive } = worker();
  expect(await receive(signed, genuine('new'))).toBeUndefined();
  expect(await receive(signed, genuine('old'))).toBeUndefined();
});

it('a secret that another gateway just changed verifies a webhook', async () => {
  const changed = await account('checkout_test', { connector_webhook_details: { merchant_secret: 'first' } });
  const { receive } = worker();
  expect(await receive(changed, genuine('first'))).toBeUndefined();
  const elsewhere = accountServices(db.database);
  const details = { connector_webhook_details: { merchant_secret: 'second' } };
  await elsewhere.connectors.update(merchantId, changed, { connector_type: 'payment_processor', ...details }, trace);
  await new Promise((resolve) => setTimeout(resolve, 210));
  expect(await receive(changed, genuine('second'))).toBeUndefined();
  expect(await receive(changed, genuine('first'))).toMatchObject({ code: 'webhook_refused' });
});

it('an unsigned webhook is acknowledged and only causes a sync', async () => {
  const { commands, noticed, receive } = worker();
  const before = await rows();
  const body = event();
  expect(await receive(plain, sentWith({}, body))).toBeUndefined();
  expect(await receive(plain, sentWith({}, Buffer.from('no JSON')))).toBeUndefined();
  expect(noticed).toEqual([`${plain} ${chargeOf(body)}`]);
  expect([commands, await rows()]).toEqual([[], before]);
});

it('a webhook for secrets that cannot be opened is refused for now', async () => {
  const locked = await account('fauxpay', { connector_webhook_details: { merchant_secret: 'of before' } });
  await db.database.change([merchantId], (sql) =>
    sql.query(
      'UPDATE merchant_connector_accounts SET gateway_webhook_secrets = NULL WHERE merchant_connector_id = $1',
      [locked],
    ),
  );
  expect(await worker().receive(locked, genuine('of before'))).toMatchObject({ code: 'webhook_secret_sealed' });
});

it('a connector name finds the account', async () => {
  const { commands, receive, settled } = worker(verdict('verified'));
  expect(await receive('adyen_test', genuine())).toBeUndefined();
  await settled();
  expect(commands[0]?.command.account).toEqual({ merchantConnectorId: signed, connector: 'adyen_test' });
});

it.each([
  ['unknown', 'stripe_test', 'connector_account_not_found'],
  ["x'--", 'stripe_test', 'connector_account_not_found'],
  ['acme', 'paypal_test', 'connector_account_not_found'],
  ['acme', 'mca_none', 'connector_account_not_found'],
])('a webhook for %s / %s is refused as %s', async (merchant, connector, code) => {
  const { commands, receive } = worker();
  expect(await receive(connector, genuine(), merchant)).toMatchObject({ code });
  expect(commands).toEqual([]);
});

it('repeated webhooks are stored once and acknowledged each time', async () => {
  const { commands, receive, settled } = worker(verdict('verified'));
  const webhook = genuine();
  const answers = await Promise.all(Array.from({ length: 10 }, () => receive(signed, webhook)));
  expect(answers).toEqual(Array.from({ length: 10 }, () => undefined));
  await settled();
  expect(await receive(signed, webhook)).toBeUndefined();
  await settled();
  expect(commands).toHaveLength(1);
});

it('a webhook with more headers is stored once', async () => {
  const { receive } = worker(...repeat(verdict('verified')));
  const { head, body } = genuine();
  for (let sent = 0; sent < 5; sent++)
    await receive(signed, { head: { ...head, headers: { ...head.headers, 'x-more': `${sent}` } }, body });
  expect((await rows()).filter((row) => row.body.equals(body))).toHaveLength(1);
});

it('a webhook that a worker refused is applied again when it is repeated', async () => {
  const { commands, receive, settled } = worker(verdict('refused'), verdict('verified'));
  const webhook = genuine();
  await receive(signed, webhook);
  await settled();
  await receive(signed, webhook);
  await settled();
  expect(commands).toHaveLength(2);
  expect((await rows(commands[0]?.command.webhookId))[0]?.verdict).toBe('verified');
});

it("a webhook without a verdict is retried by one gateway's sweep", async () => {
  const { commands, receive, settled } = worker(silent);
  await receive(signed, genuine());
  await settled();
  const { webhookId } = commands[0]!.command;
  await makeDue();
  const [one, two] = [worker(...repeat(verdict('verified'))), worker(...repeat(verdict('verified')))];
  await Promise.all([one.webhooks.applyPending(100), two.webhooks.applyPending(100)]);
  const again = [...one.commands, ...two.commands].filter(({ command }) => command.webhookId === webhookId);
  expect(again).toHaveLength(1);
  expect(await rows(webhookId)).toEqual([expect.objectContaining({ verdict: 'verified', attempts: 1 })]);
});

it('the sweep waits for the next turn of a webhook', async () => {
  const { receive, settled } = worker(silent);
  await receive(signed, genuine());
  await settled();
  expect(await worker().webhooks.applyPending(100)).toBe(0);
});

describe('the list of an account', () => {
  const found = (kind: WebhookFinding['kind'], changed: WebhookFinding['changed'] = []): Reply => {
    const finding = { kind, event_id: 'evt_1', event_type: 'payment.succeeded', duplicate_of: null, changed };
    return { kind: 'response', body: Buffer.from(JSON.stringify({ verdict: 'verified', finding })) };
  };
  const captured = { type: 'payment' as const, id: 'pay_1', operation_id: 'op_1', outcome: 'captured' };
  let listed: MerchantConnectorId;
  const list = (of: MerchantId, page: Partial<StoredPage> = {}) =>
    db.database.read([of], (sql) =>
      new ProcessorWebhookRepository(seals).list(
        sql,
        { merchantId: of, merchantConnectorId: listed },
        { status: null, offset: 0, limit: 100, ...page },
      ),
    );

  beforeAll(async () => {
    const connector_webhook_details = { merchant_secret: 'new' };
    listed = await account('checkout_test', { connector_label: 'listed', connector_webhook_details });
    const replies = [found('event', [captured]), found('event'), found('duplicate'), found('irrelevant')];
    const { receive, settled } = worker(...replies, verdict('verified'), verdict('unreadable'), silent);
    const repeated = genuine();
    await receive(listed, repeated);
    await settled();
    for (let sent = 0; sent < 6; sent++) {
      await receive(listed, genuine());
      await settled();
    }
    await Promise.all(Array.from({ length: 49 }, () => receive(listed, repeated)));
  });

  it('has what became of each webhook, the newest first, and counts repetitions', async () => {
    const all = await list(merchantId);
    expect(all.map(({ status, repeats }) => [status, repeats])).toEqual([
      ['pending', 0],
      ['unreadable', 0],
      ['unchanged', 0],
      ['irrelevant', 0],
      ['duplicate', 0],
      ['unchanged', 0],
      ['applied', 49],
    ]);
    expect(all.at(-1)).toMatchObject({ finding: { changed: [captured] }, repeated_at: expect.any(Date) });
    expect(Object.keys(all[0]!)).not.toContain('sealed_body');
  });

  it('has pages and is filtered by status', async () => {
    expect((await list(merchantId, { status: 'unchanged' })).length).toBe(2);
    expect((await list(merchantId, { offset: 1, limit: 2 })).map(({ status }) => status)).toEqual([
      'unreadable',
      'unchanged',
    ]);
  });

  it('is empty for another merchant', async () => expect(await list('other' as MerchantId)).toEqual([]));
});

it('a webhook is deleted after its retention, never without a verdict', async () => {
  const webhooks = new ProcessorWebhookRepository(seals);
  await new WebhookExpiry(db.database, webhooks, silentLogger, {
    retentionEveryMs: 600_000,
    webhookRetentionMs: 0,
  }).round();
  const left = await rows();
  expect(left.length).toBeGreaterThan(0);
  expect(left.every((row) => row.verdict === null)).toBe(true);
});

const repeat = (reply: Reply): Reply[] => Array.from({ length: 100 }, () => reply);
const makeDue = () =>
  db.dataSource.transaction(async (manager) => {
    await manager.query(`SET LOCAL payorch.merchants = '{"*"}'`);
    await manager.query('UPDATE processor_webhooks SET next_attempt_at = now() WHERE verdict IS NULL');
  });
