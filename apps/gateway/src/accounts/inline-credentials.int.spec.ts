import type { MerchantConnectorId, MerchantId, ProfileId } from '@payorch/kernel';
import { open } from '@payorch/platform/sealing';
import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testTrace as trace, type GatewayDatabase } from '../../test/gateway-database';
import { refusalOf } from '../../test/refusal-of';
import { permissionKey } from './domain/connectors/inline-credentials';

let db: GatewayDatabase;
let services: ReturnType<typeof accountServices>;
beforeAll(async () => {
  db = await gatewayDatabase();
  services = accountServices(db.database);
});
afterAll(() => db.close());

const secretOf = (api_key: string) => ({ auth_type: 'HeaderKey', api_key });
const sent = (creds_identifier: string, apiKey?: string, metadata?: object) => ({
  creds_identifier,
  ...(apiKey && { encoded_data: { connector_account_details: secretOf(apiKey), ...(metadata && { metadata }) } }),
});

let made = 0;
async function aMerchant({ isPermitted = true } = {}) {
  const { merchantId } = await services.merchants.create({ merchant_id: `own_${++made}` }, trace);
  const [profile] = await services.profiles.list(merchantId);
  const { profileId } = profile!;
  const request = {
    connector_type: 'payment_processor',
    connector_name: 'stripe_test',
    connector_account_details: secretOf('sk_of_the_account'),
  };
  const { merchantConnectorId } = await services.connectors.create(merchantId, request, trace);
  if (isPermitted) await services.configs.create({ key: permissionKey(profileId), value: 'true' }, trace);
  const credentials = services.inlineCredentials();
  const bind = (name: string, apiKey?: string, metadata?: object) =>
    credentials.bind(merchantId, sent(name, apiKey, metadata), { profileId }, trace);
  const named = (name: string, apiKey?: string) => credentials.named(merchantId, sent(name, apiKey));
  return { merchantId, profileId, merchantConnectorId, bind, named };
}

/** The last published message of a key. */
async function published(key: string): Promise<Record<string, unknown> | undefined> {
  await services.relay.publish();
  const last = services.producer.sent.findLast((message) => message.key === key);
  return last && (JSON.parse(last.value.toString()) as Record<string, unknown>);
}
const messageOf = (merchantId: MerchantId, id: string) => published(`inline_credentials/${merchantId}/${id}`);
const rowsOf = (merchantId: MerchantId) =>
  db.database.read([merchantId], (sql) =>
    sql.query<{ text: string }>(
      'SELECT row_to_json(i)::text AS text FROM inline_credentials i WHERE merchant_id = $1',
      [merchantId],
    ),
  );

describe('credentials of a request', () => {
  it('are stored sealed for the workers, and published', async () => {
    const { merchantId, merchantConnectorId: base, bind } = await aMerchant();
    const { account, accountVersion } = await bind('own', 'sk_marked', { a: 1 });
    const { merchantConnectorId: id } = account;
    expect(account).toEqual({
      connector: 'stripe_test',
      merchantConnectorId: expect.stringMatching(`^${base}[.]crd_`) as string,
    });
    const message = await messageOf(merchantId, id);
    expect(message).toMatchObject({
      merchantId,
      accountVersion,
      merchantConnectorId: id,
      metadata: { a: 1 },
      deleted: false,
    });
    const header = { merchantId, reference: id, purpose: 'connector_credentials' };
    expect(JSON.parse(open(String(message?.['sealedCredentials']), services.privateKeys, header))).toEqual(
      secretOf('sk_marked'),
    );
    const [row, ...others] = await rowsOf(merchantId);
    expect(others).toEqual([]);
    expect(`${row!.text} ${JSON.stringify(message)}`).not.toContain('sk_marked');
  });

  it('are the same again, also when they are sent at the same time', async () => {
    const { merchantId, bind } = await aMerchant();
    const all = await Promise.all(Array.from({ length: 5 }, () => bind('own', 'sk_1')));
    const later = await bind('own', 'sk_1');
    expect(new Set([...all, later].map(({ account }) => account.merchantConnectorId)).size).toBe(1);
    expect(await rowsOf(merchantId)).toHaveLength(1);
    expect(await bind('own')).toEqual(later);
  });

  it('have a version for each value, and the identifier names the one that was sent last', async () => {
    const { bind, named } = await aMerchant();
    const first = await bind('own', 'sk_1');
    const second = await bind('own', 'sk_2');
    expect(second.account).not.toEqual(first.account);
    expect((await bind('own')).account).toEqual(second.account);
    expect((await bind('own', 'sk_1')).account).toEqual(first.account);
    expect((await bind('own')).account).toEqual(first.account);
    const ids = [first, second].map(({ account }) => account.merchantConnectorId);
    expect([...(await named('own'))].sort()).toEqual([...ids].sort());
    expect(await named('own', 'sk_2')).toEqual([ids[1]]);
    expect(await named('own', 'sk_never_sent')).toEqual([]);
    expect(await refusalOf(named('other'))).toBe('missing_param');
  });

  it('need the account version that publishes them', async () => {
    const { merchantId, bind } = await aMerchant();
    const { accountVersion } = await bind('own', 'sk_1');
    expect((await services.merchants.retrieve(merchantId)).accountVersion).toBe(accountVersion);
    expect((await bind('own', 'sk_1')).accountVersion).toBe(accountVersion);
  });

  it('are refused where the operator has not permitted them, and nothing is stored', async () => {
    const { merchantId, profileId, bind } = await aMerchant({ isPermitted: false });
    expect(await refusalOf(bind('own', 'sk_1'))).toBe('precondition_failed');
    await services.configs.create({ key: permissionKey(profileId), value: 'false' }, trace);
    expect(await refusalOf(bind('own', 'sk_1'))).toBe('precondition_failed');
    expect(await rowsOf(merchantId)).toEqual([]);
  });

  it('are refused above the maximum of the account', async () => {
    const { merchantId, bind } = await aMerchant();
    for (const key of ['sk_1', 'sk_2', 'sk_3']) await bind('own', key);
    expect(await refusalOf(bind('own', 'sk_4'))).toBe('precondition_failed');
    expect(await refusalOf(bind('another', 'sk_1'))).toBe('precondition_failed');
    expect(await rowsOf(merchantId)).toHaveLength(3);
    expect(await refusalOf(bind('own', 'sk_2'))).toBe('done');
  });

  it('belong to their merchant alone', async () => {
    const [mine, theirs] = [await aMerchant(), await aMerchant()];
    await mine.bind('own', 'sk_1');
    expect(await refusalOf(theirs.bind('own'))).toBe('missing_param');
    expect(await refusalOf(theirs.named('own'))).toBe('missing_param');
    const scope = { profileId: mine.profileId as ProfileId };
    expect(
      await refusalOf(services.inlineCredentials().bind(theirs.merchantId, sent('own', 'sk_1'), scope, trace)),
    ).toBe('precondition_failed');
  });

  it.each<
    [string, (merchant: { merchantId: MerchantId; merchantConnectorId: MerchantConnectorId }) => Promise<unknown>]
  >([
    [
      'their account',
      ({ merchantId, merchantConnectorId }) => services.connectors.delete(merchantId, merchantConnectorId, trace),
    ],
    ['their merchant', ({ merchantId }) => services.closing.close(merchantId, trace)],
  ])('are deleted with %s, and their message has no secrets', async (_, remove) => {
    const merchant = await aMerchant();
    const { account } = await merchant.bind('own', 'sk_1', { a: 1 });
    await remove(merchant);
    expect(await rowsOf(merchant.merchantId)).toEqual([]);
    expect(await messageOf(merchant.merchantId, account.merchantConnectorId)).toMatchObject({
      deleted: true,
      sealedCredentials: '',
      metadata: null,
    });
  });
});
