import { accountServices } from '../../test/accounts';
import { gatewayDatabase, testTrace as trace, type GatewayDatabase } from '../../test/gateway-database';
import { refusalOf } from '../../test/refusal-of';

let db: GatewayDatabase;
let services: ReturnType<typeof accountServices>;
beforeAll(async () => {
  db = await gatewayDatabase();
  services = accountServices(db.database);
});
afterAll(() => db.close());

const key = { connector: 'stripe_test', flow: 'Payment', sub_flow: 'Authorize', code: '51', message: 'no funds' };
const sent = {
  ...key,
  status: 'Failure',
  decision: 'retry',
  step_up_possible: false,
  clear_pan_possible: false,
} as const;

/** The published settings of one type, in order. */
async function publishedOf(type: string): Promise<Record<string, unknown>[]> {
  await services.relay.publish();
  return services.producer.sent
    .filter((message) => message.headers['ce_type'] === type)
    .map((message) => JSON.parse(message.value.toString()) as Record<string, unknown>);
}

describe('a rule about a processor’s error', () => {
  it('every change of a rule is published in order', async () => {
    await services.gsmRules.create(sent, trace);
    expect(await refusalOf(services.gsmRules.create(sent, trace))).toBe('already_exists');
    await services.gsmRules.update(key, { unified_code: 'UE_1000' }, trace);
    expect((await services.gsmRules.retrieve(key)).details).toMatchObject({
      unified_code: 'UE_1000',
      status: 'Failure',
    });
    await services.gsmRules.delete(key, trace);
    expect(await refusalOf(services.gsmRules.retrieve(key))).toBe('not_found');
    expect(await refusalOf(services.gsmRules.update(key, {}, trace))).toBe('not_found');
    expect(await refusalOf(services.gsmRules.delete(key, trace))).toBe('not_found');
    const messages = await publishedOf('gsm_rule.settings');
    expect(messages).toMatchObject([
      { deleted: false, unifiedCode: null, code: '51' },
      { deleted: false, unifiedCode: 'UE_1000' },
      { deleted: true },
    ]);
    const versions = messages.map(({ version }) => version as number);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(new Set(versions).size).toBe(3);
  });

  it('a rule is found by its whole key of any length', async () => {
    const long = { ...key, message: Array.from({ length: 3_000 }, (_, at) => (at * 7919).toString(36)).join('') };
    await services.gsmRules.create({ ...sent, ...long }, trace);
    expect((await services.gsmRules.retrieve(long)).key).toEqual(long);
    expect(await refusalOf(services.gsmRules.retrieve({ ...long, code: '52' }))).toBe('not_found');
  });

  it('one of several concurrent creations succeeds', async () => {
    const request = { ...sent, code: 'raced' };
    const codes = await Promise.all(
      Array.from({ length: 6 }, () => refusalOf(services.gsmRules.create(request, trace))),
    );
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
  });
});
