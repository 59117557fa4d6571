import type { DataOf, WebhookVerdict } from '@payorch/contracts';
import { connectorWebhookReceived, refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Reply, Silent } from '@payorch/platform/kafka';
import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testTrace as trace, type GatewayDatabase } from '../../test/gateway-database';
import { ConnectorAccountRepository } from '../persistence/connector-account.repository';
import { ProcessorWebhookRepository } from '../persistence/processor-webhook.repository';
import type { RawWebhook } from './dedupe-key';
import { ProcessorWebhooks } from './processor-webhooks';

type Command = DataOf<typeof connectorWebhookReceived>;

const merchantId = 'acme' as MerchantId;
let db: GatewayDatabase;
let services: ReturnType<typeof accountServices>;
let plain: string;
let signed: string;

beforeAll(async () => {
  db = await gatewayDatabase();
  services = accountServices(db.database);
  await services.merchants.create({ merchant_id: merchantId }, trace);
  const account = (connector_name: string, change: object = {}) =>
    services.connectors.create(
      merchantId,
      {
        connector_type: 'payment_processor',
        connector_name,
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'k' },
        ...change,
      },
      trace,
    );
  plain = (await account('stripe_test')).merchantConnectorId;
  const webhook = { merchant_secret: 's', additional_secret: 't' };
  signed = (await account('adyen_test', { connector_webhook_details: webhook })).merchantConnectorId;
});
afterAll(() => db.close());

const rows = (webhookId?: string) =>
  db.database.read([merchantId], (sql) =>
    sql.query<{ webhook_id: string; verdict: string | null; body: Buffer; tries: number }>(
      'SELECT webhook_id, verdict, body, tries FROM processor_webhooks WHERE $1::text IS NULL OR webhook_id = $1',
      [webhookId ?? null],
    ),
  );

const verdict = (value: WebhookVerdict['verdict']): Reply => ({
  kind: 'answer',
  body: Buffer.from(JSON.stringify({ verdict: value })),
});
const silent: Silent = { kind: 'silent' };

/** A worker that answers as told and looks, while it is asked, at what is stored by then. */
function worker(...replies: (Reply | Silent | Error)[]) {
  const asked: { command: Command; stored: number }[] = [];
  const requester = {
    ask: async ({ data }: { data: unknown }) => {
      const command = data as Command;
      asked.push({ command, stored: (await rows(command.webhookId)).length });
      const reply = replies.shift() ?? silent;
      if (reply instanceof Error) throw reply;
      return reply;
    },
  };
  const webhooks = new ProcessorWebhooks({
    database: db.database,
    accounts: new ConnectorAccountRepository(),
    webhooks: new ProcessorWebhookRepository(),
    cache: services.cache,
    requester,
    verdictWithinMs: 2_000,
  });
  return { asked, webhooks };
}

let sent = 0;
const raw = (): RawWebhook => ({
  method: 'POST',
  headers: { 'content-type': 'text/odd', 'x-signature': 'abc' },
  query: { a: '1' },
  body: Buffer.from([0, 255, 13, 10, ++sent]),
});

const to = (accountOrConnector: string, merchant: string = merchantId) => ({
  merchantId: merchant,
  accountOrConnector,
});

it('is durable, byte for byte, before anybody is asked', async () => {
  const { asked, webhooks } = worker(verdict('verified'));
  const webhook = raw();
  expect(await webhooks.receive(to(plain), webhook, trace)).toBeUndefined();
  expect(asked[0]?.stored).toBe(1);
  expect(asked[0]?.command).toMatchObject({
    merchantId,
    account: { merchantConnectorId: plain, connector: 'stripe_test' },
    headers: webhook.headers,
    query: { a: '1' },
    bodyBase64: webhook.body.toString('base64'),
  });
  expect(await rows(asked[0]?.command.webhookId)).toEqual([
    expect.objectContaining({ verdict: 'verified', body: webhook.body }),
  ]);
});

it.each<[Reply | Silent | Error, 'plain' | 'signed', string | undefined, string | null]>([
  [verdict('verified'), 'signed', undefined, 'verified'],
  [verdict('unverified'), 'plain', undefined, 'unverified'],
  [verdict('refused'), 'signed', 'webhook_refused', 'refused'],
  [verdict('unreadable'), 'plain', 'webhook_unreadable', 'unreadable'],
  [silent, 'plain', undefined, null],
  [silent, 'signed', 'not_begun_in_time', null],
  [refuse('settings_behind'), 'signed', 'not_begun_in_time', null],
  [new Error('no such topic'), 'signed', 'not_begun_in_time', null],
])('%p at a %s account is answered %s and kept as %s', async (reply, kind, code, stored) => {
  const { asked, webhooks } = worker(reply);
  const refused = await webhooks.receive(to(kind === 'plain' ? plain : signed), raw(), trace);
  expect(refused?.code).toBe(code);
  expect((await rows(asked[0]?.command.webhookId))[0]?.verdict).toBe(stored);
});

it('finds the account by the name of its connector', async () => {
  const { asked, webhooks } = worker(verdict('verified'));
  await webhooks.receive(to('adyen_test'), raw(), trace);
  expect(asked[0]?.command.account).toEqual({ merchantConnectorId: signed, connector: 'adyen_test' });
});

it.each([
  ['nobody', 'stripe_test', 'merchant_not_found'],
  ["x'--", 'stripe_test', 'merchant_not_found'],
  ['acme', 'paypal_test', 'connector_account_not_found'],
  ['acme', 'mca_none', 'connector_account_not_found'],
])('for %s / %s is refused as %s', async (merchant, connector, code) => {
  const { asked, webhooks } = worker();
  expect((await webhooks.receive(to(connector, merchant), raw(), trace))?.code).toBe(code);
  expect(asked).toEqual([]);
});

it('that comes many times at once is one, and is accepted each time', async () => {
  const { asked, webhooks } = worker(...Array.from({ length: 10 }, () => verdict('verified')));
  const webhook = raw();
  const answers = await Promise.all(Array.from({ length: 10 }, () => webhooks.receive(to(plain), webhook, trace)));
  expect(answers).toEqual(Array.from({ length: 10 }, () => undefined));
  expect(new Set(asked.map(({ command }) => command.webhookId)).size).toBe(1);
  const before = asked.length;
  expect(await webhooks.receive(to(plain), webhook, trace)).toBeUndefined();
  expect(asked).toHaveLength(before);
});

it('that was refused is judged anew when it comes again: the secret may be right by now', async () => {
  const { webhooks } = worker(verdict('refused'), verdict('verified'));
  const webhook = raw();
  expect((await webhooks.receive(to(signed), webhook, trace))?.code).toBe('webhook_refused');
  expect(await webhooks.receive(to(signed), webhook, trace)).toBeUndefined();
});

it('without a verdict is asked about again by the sweep, once by all gateways together', async () => {
  const { asked, webhooks } = worker(silent);
  await webhooks.receive(to(plain), raw(), trace);
  const { webhookId } = asked[0]!.command;
  await makeDue();
  const [one, two] = [worker(...repeat(verdict('verified'))), worker(...repeat(verdict('verified')))];
  await Promise.all([one.webhooks.judgeOpen(100), two.webhooks.judgeOpen(100)]);
  const again = [...one.asked, ...two.asked].filter(({ command }) => command.webhookId === webhookId);
  expect(again).toHaveLength(1);
  expect(await rows(webhookId)).toEqual([expect.objectContaining({ verdict: 'verified', tries: 1 })]);
});

it('is left alone by the sweep while it waits for its next turn', async () => {
  const { webhooks } = worker(silent);
  await webhooks.receive(to(plain), raw(), trace);
  expect(await worker().webhooks.judgeOpen(100)).toBe(0);
});

it('is forgotten when nobody can repeat it any more, and never without a verdict', async () => {
  const { webhooks } = worker();
  await webhooks.forgetOld(0);
  const left = await rows();
  expect(left.length).toBeGreaterThan(0);
  expect(left.every((row) => row.verdict === null)).toBe(true);
});

const repeat = (reply: Reply): Reply[] => Array.from({ length: 100 }, () => reply);
const makeDue = () =>
  db.dataSource.transaction(async (manager) => {
    await manager.query(`SET LOCAL payorch.merchants = '{"*"}'`);
    await manager.query('UPDATE processor_webhooks SET next_try_at = now() WHERE verdict IS NULL');
  });
