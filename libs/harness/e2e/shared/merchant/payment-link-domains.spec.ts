import {
  aMerchant,
  apiAt,
  eventually,
  ok,
  sharedSystem,
  startNameServer,
  type Answer,
  type Json,
  type NameServer,
  type TestMerchant,
} from '@payorch/harness';
import { refusal, statusAndBody } from '../../support/wire';

const system = sharedSystem();
let names: NameServer;
let merchant: TestMerchant;
let other: TestMerchant;
beforeAll(async () => {
  names = await startNameServer(system.nameServerPort!);
  [merchant, other] = await Promise.all([aMerchant(system), aMerchant(system)]);
});
afterAll(() => names.close());
beforeEach(() => names.records.clear());

let count = 0;
/** A domain that no other test has. */
const newDomain = (): string => `pay${++count}.${merchant.merchantId}.example`.toLowerCase().replaceAll('_', '-');
const register = async (domain: string, by = merchant): Promise<Json> =>
  ok(await by.api.post('/payment_link_domains', { domain }));
const verify = (domain: string, by = merchant): Promise<Answer> =>
  by.api.post(`/payment_link_domains/${domain}/verify`, {});
const place = ({ dns_record }: Json): unknown => names.records.set(dns_record.name, dns_record.value);
/** Makes payment links of the merchant begin with the domain, once it is proven. */
const name = async (domain_name: string, { api, merchantId, profileId } = merchant): Promise<unknown> =>
  ok(await api.post(`/account/${merchantId}/business_profile/${profileId}`, { payment_link_config: { domain_name } }));
async function linkOf(by = merchant): Promise<string> {
  const body = { amount: 6540, currency: 'EUR', payment_link: true, return_url: 'https://acme.example/done' };
  return ok(await by.api.post('/payments', body)).payment_link.link;
}
const at = async (link: string, host: string): Promise<number> => {
  const { pathname, search } = new URL(link);
  const headers = { accept: 'text/html', host };
  return (await apiAt(system.baseUrl('gateway')).get(`${pathname}${search}`, headers)).status;
};
const ownHost = (): string => new URL(system.baseUrl('gateway')).host;
const notFound = refusal(404, 'IR_37', 'Payment link domain does not exist in our records');

describe('a domain of payment links', () => {
  it('is in their addresses and answers only once it is proven, and not after it lapsed', async () => {
    const domain = newDomain();
    await name(domain);
    const early = await linkOf();
    expect(new URL(early).hostname).not.toBe(domain);
    expect([await at(early, domain), await at(early, ownHost())]).toEqual([404, 200]);
    const registered = await register(domain);
    expect(registered).toMatchObject({ domain, status: 'pending', verified_at: null, failed_checks: 0 });
    expect(ok(await verify(domain))).toMatchObject({ status: 'pending', check: { dns_record: 'missing' } });
    expect(new URL(await linkOf()).hostname).not.toBe(domain);

    place(registered);
    expect(ok(await verify(domain))).toMatchObject({ status: 'verified', check: { dns_record: 'found' } });
    const link = await linkOf();
    expect(new URL(link).hostname).toBe(domain);
    const status = link.replace('/payment_link/', '/payment_link/status/');
    for (const page of [link, status]) {
      expect([await at(page, domain), await at(page, `${domain}:443`), await at(page, ownHost())]).toEqual([
        200, 200, 200,
      ]);
      expect(await at(page, `x.${domain}`)).toBe(404);
    }

    names.records.clear();
    await eventually(async () => (await at(link, domain)) === 404, { withinMs: 30_000 });
    expect(await at(link, ownHost())).toBe(200);
    expect(ok(await merchant.api.get(`/payment_link_domains/${domain}`))).toMatchObject({
      status: 'lapsed',
      failed_checks: 3,
      next_check_at: null,
    });
    place(registered);
    ok(await verify(domain));
    expect(await at(link, domain)).toBe(200);
  });

  it('belongs to the merchant who proves it first, until that merchant deletes it', async () => {
    const domain = newDomain();
    const [own, theirs] = [await register(domain), await register(domain, other)];
    expect(theirs.dns_record.value).not.toBe(own.dns_record.value);
    await Promise.all([name(domain), name(domain, other)]);
    place(own);
    ok(await verify(domain));
    expect(ok(await verify(domain, other))).toMatchObject({ status: 'pending', check: { dns_record: 'different' } });
    expect(await at(await linkOf(other), domain)).toBe(404);
    place(theirs);
    const refused = await verify(domain, other);
    expect([refused.status, refused.body.error.code]).toEqual([400, 'IR_38']);
    place(own);
    ok(await merchant.api.raw('DELETE', `/payment_link_domains/${domain}`));
    expect(statusAndBody(await verify(domain))).toEqual(notFound);
    place(theirs);
    expect(ok(await verify(domain, other))).toMatchObject({ status: 'verified' });
    const link = await linkOf(other);
    expect([new URL(link).hostname, await at(link, domain), await at(await linkOf(), domain)]).toEqual([
      domain,
      200,
      404,
    ]);
  });

  it('serves collect links while it is proven for every profile of the merchant', async () => {
    const own = await aMerchant(system);
    const domain = newDomain();
    const pm_collect_link_config = { domain_name: domain, allowed_domains: [], enabled_payment_methods: [] };
    const config = { merchant_id: own.merchantId, pm_collect_link_config };
    ok(await system.admin.post(`/accounts/${own.merchantId}`, config));
    const { customer_id } = ok(await own.api.post('/customers', {}));
    const collect = async (): Promise<string> =>
      ok(await own.api.post('/payment_methods/collect', { customer_id })).link;
    expect(await at(await collect(), domain)).toBe(404);
    place(await register(domain, own));
    ok(await verify(domain, own));
    const link = await collect();
    expect([new URL(link).hostname, await at(link, domain)]).toEqual([domain, 200]);
    ok(await own.api.raw('DELETE', `/payment_link_domains/${domain}`));
    expect([await at(link, domain), await at(link, ownHost())]).toEqual([404, 200]);
  });

  it('is listed for its merchant, and unknown to others and to publishable keys', async () => {
    const domain = newDomain();
    await register(domain);
    const { data } = ok(await merchant.api.get('/payment_link_domains'));
    expect(data.map((one: Json) => one.domain)).toContain(domain);
    expect(ok(await other.api.get('/payment_link_domains')).data.map((one: Json) => one.domain)).not.toContain(domain);
    expect(statusAndBody(await other.api.get(`/payment_link_domains/${domain}`))).toEqual(notFound);
    expect(statusAndBody(await other.api.raw('DELETE', `/payment_link_domains/${domain}`))).toEqual(notFound);
    for (const path of ['/payment_link_domains', `/payment_link_domains/${domain}`]) {
      expect((await merchant.client.get(path)).status).toBe(401);
    }
    expect((await merchant.client.post(`/payment_link_domains/${domain}/verify`, {})).status).toBe(401);
  });

  it.each(['localhost', '127.0.0.1', 'https://shop.example', 'shop.example:443', 'shop.internal'])(
    '%s is refused',
    async (domain) => {
      const refused = await merchant.api.post('/payment_link_domains', { domain });
      expect([refused.status, refused.body.error.code]).toEqual([422, 'IR_05']);
    },
  );
});
