import type { RewrappedSeal, SealToRewrap } from '@payorch/contracts';
import { Secret, type MerchantId } from '@payorch/kernel';
import type { EncodedMessage } from '@payorch/platform/kafka';
import { digestOf, RewrapJob, RewrapWalk } from '@payorch/platform/rewrap';
import {
  describeSeal,
  newX25519Jwk,
  open,
  parsePrivateKeys,
  parsePublicKeys,
  seal,
  SettingsBox,
} from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testTrace, type GatewayDatabase } from '../../test/gateway-database';
import type { ConnectorAccountRequest } from '../accounts/domain/connectors/connector-account';
import { permissionKey } from '../accounts/domain/connectors/inline-credentials';
import { credentialSealTables, inlineCredentialsPlace } from '../accounts/persistence/credential-seals';
import { PutCredentialSeals } from './put-credential-seals';

const box = new SettingsBox(new Secret(JSON.stringify([{ kid: 's1', key: Buffer.alloc(32, 7).toString('base64') }])));
const newerJwk = newX25519Jwk('newer');
const [newer] = parsePublicKeys([newerJwk]);
const newerKeys = parsePrivateKeys(new Secret(JSON.stringify([newerJwk])));

const request: ConnectorAccountRequest = {
  connector_type: 'payment_processor',
  connector_name: 'stripe_test',
  connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_1' },
  connector_webhook_details: { merchant_secret: 'whsec_1' },
  additional_merchant_data: { note: 'x' },
  connector_wallets_details: { google_pay: { merchant_info: { merchant_id: 'g' } } },
};

describe('connector credentials that are sealed for an older key', () => {
  let gateway: GatewayDatabase;
  let services: ReturnType<typeof accountServices>;
  let job: RewrapJob;
  const sent: SealToRewrap[] = [];
  const shown = { setSealsWaiting: jest.fn(), setSealsUnopenable: jest.fn() };

  beforeAll(async () => {
    gateway = await gatewayDatabase();
    services = accountServices(gateway.database, box);
    job = new RewrapJob({
      owner: 'gateway',
      walk: new RewrapWalk({ tables: credentialSealTables, pageRows: 100, againMs: 0, restMs: 0 }),
      kids: () => ['newer', 'k1'],
      transact: (merchants, work) => gateway.database.change(merchants, work),
      producer: {
        send: (messages: readonly EncodedMessage[]) => {
          for (const { value } of messages)
            sent.push(...(JSON.parse(value.toString()) as { seals: SealToRewrap[] }).seals);
          return Promise.resolve();
        },
      },
      put: new PutCredentialSeals(...services.credentialParts).put,
      logger: silentLogger,
      metrics: shown,
      pageEveryMs: 1,
      everyMs: 1,
    });
  });
  afterAll(() => gateway.close());

  const made = async (merchantId: MerchantId) => {
    await services.merchants.create({ merchant_id: merchantId }, testTrace);
    return services.connectors.create(merchantId, request, testTrace);
  };
  const passFor = async (merchantId: MerchantId): Promise<SealToRewrap[]> => {
    sent.length = 0;
    await job.turn();
    return sent.filter((one) => one.merchantId === merchantId);
  };
  const answerTo = ({ place, objectId, merchantId, reference, purpose, sealed }: SealToRewrap): RewrappedSeal => {
    const header = { reference, merchantId, purpose };
    const fresh = seal(open(sealed, services.privateKeys, header), { publicKey: newer!, header });
    return { place, objectId, merchantId, was: digestOf(sealed), outcome: { kind: 'sealed', sealed: fresh } };
  };
  const take = (answers: readonly RewrappedSeal[]) => job.take(answers);

  it('all credentials get new seals, and the services receive the account', async () => {
    const merchantId = 'merchant_1' as MerchantId;
    const account = await made(merchantId);
    const found = await passFor(merchantId);
    expect(found.map(({ place, purpose }) => `${place} ${purpose}`)).toEqual([
      'merchant_connector_accounts.credentials connector_credentials',
      'merchant_connector_accounts.webhook_secrets connector_webhook_secrets',
      'merchant_connector_accounts.merchant_data connector_merchant_data',
      'merchant_connector_accounts.wallet_details connector_wallet_details',
    ]);
    const before = services.producer.sent.length;
    await take(found.map(answerTo));
    await services.relay.publish();

    const now = await services.connectors.retrieve(merchantId, account.merchantConnectorId);
    const secrets = [now.credentials, now.webhookSecrets, now.merchantData, now.walletDetails];
    expect(secrets.map((secret) => describeSeal(secret!.sealed).kid)).toEqual(['newer', 'newer', 'newer', 'newer']);
    const header = { reference: account.merchantConnectorId, merchantId, purpose: 'connector_credentials' };
    expect(JSON.parse(open(now.credentials.sealed, newerKeys, header))).toEqual(request.connector_account_details);
    expect({ ...now, credentials: null, webhookSecrets: null, merchantData: null, walletDetails: null }).toEqual({
      ...account,
      credentials: null,
      webhookSecrets: null,
      merchantData: null,
      walletDetails: null,
    });
    const published = services.producer.sent.slice(before).map(({ key, value }) => [key, value.toString()]);
    const [, text] = published.find(
      ([key]) => key === `connector_account/${merchantId}/${account.merchantConnectorId}`,
    )!;
    expect(JSON.parse(text!)).toMatchObject({
      sealedCredentials: now.credentials.sealed,
      sealedWebhookSecrets: now.webhookSecrets!.sealed,
      accountVersion: 3,
    });
    expect(await passFor(merchantId)).toEqual([]);
  });

  it('credentials that the merchant changed meanwhile stay', async () => {
    const merchantId = 'merchant_2' as MerchantId;
    const { merchantConnectorId } = await made(merchantId);
    const answers = (await passFor(merchantId)).map(answerTo);
    const newest = { ...request, connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_2' } };
    const updated = await services.connectors.update(merchantId, merchantConnectorId, newest, testTrace);
    await take(answers);
    const now = await services.connectors.retrieve(merchantId, merchantConnectorId);
    expect(now).toEqual(updated);
  });

  it('seals of a closed merchant are dropped', async () => {
    const merchantId = 'merchant_3' as MerchantId;
    await made(merchantId);
    const answers = (await passFor(merchantId)).map(answerTo);
    await services.closing.close(merchantId, testTrace);
    await expect(take(answers)).resolves.toBeUndefined();
    expect(await passFor(merchantId)).toEqual([]);
  });

  it('inline credentials get new seals, and the services receive them', async () => {
    const merchantId = 'merchant_inline' as MerchantId;
    const { profileId } = await made(merchantId);
    await services.configs.create({ key: permissionKey(profileId), value: 'true' }, testTrace);
    const encoded_data = { connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_own' } };
    const { account } = await services
      .inlineCredentials()
      .bind(merchantId, { creds_identifier: 'own', encoded_data }, { profileId }, testTrace);
    const found = (await passFor(merchantId)).filter(({ place }) => place === inlineCredentialsPlace);
    expect(found).toMatchObject([{ objectId: account.merchantConnectorId, reference: account.merchantConnectorId }]);
    await take(found.map(answerTo));
    await services.relay.publish();
    const key = `inline_credentials/${merchantId}/${account.merchantConnectorId}`;
    const message = services.producer.sent.findLast((one) => one.key === key);
    const { sealedCredentials } = JSON.parse(message!.value.toString()) as { sealedCredentials: string };
    const header = { reference: account.merchantConnectorId, merchantId, purpose: 'connector_credentials' };
    expect(JSON.parse(open(sealedCredentials, newerKeys, header))).toEqual(encoded_data.connector_account_details);
    expect((await passFor(merchantId)).filter(({ place }) => place === inlineCredentialsPlace)).toEqual([]);
  });
});
