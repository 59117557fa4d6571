import { aMerchant, eventually, startLoad, type TestMerchant } from '@payorch/harness';
import { expectConsistency } from '../support/consistency-check';
import { lifecycleReportOf } from '../support/lifecycle';
import { recordsIn } from '../support/records';
import { rowsOf } from '../support/rows';
import { system } from './message-system';

const points = ['before-commit', 'after-commit-before-publish', 'after-publish-before-offset'] as const;
/** The batch at which each of three processes dies. */
const hits = [2, 9, 25];

describe('payments, killed before and after its commit and its publishing', () => {
  let merchant: TestMerchant;
  beforeAll(async () => {
    const webhook_details = { webhook_url: 'http://127.0.0.1:9/no-listener' };
    merchant = await aMerchant(system, { account: { webhook_details } });
  });

  it('loses no state, event or webhook, and publishes them in order', async () => {
    const load = startLoad(() => merchant.api, { seed: 1, clients: 24 });
    await system.kill('payments', 'SIGTERM');
    for (const hit of hits) for (const point of points) await system.crash('payments', `${point}=kill@${hit}`);
    await system.start('payments');
    const log = await load.stop();

    const checked = await expectConsistency(system, merchant, log);
    const { wrong, ...report } = await lifecycleReportOf(system, merchant);
    expect(wrong).toEqual([]);
    expect(report).toMatchObject({ objects: checked });
    // After a death between publishing and deleting, some message must be published twice; otherwise the test proves nothing.
    expect(report.duplicates).toBeGreaterThan(0);
  });

  it('publishes what an instance committed after it had lost the partition', async () => {
    const published = async () => recordsIn(system, ['payments.lifecycle']);
    const [event] = await published();
    const headers = Object.fromEntries(Object.entries(event!.headers).map(([name, value]) => [name, String(value)]));
    await rowsOf(
      system,
      `INSERT INTO payments.outbox (partition, topic, key, value, headers) VALUES (0, $1, $2, $3, $4)`,
      [event!.topic, String(event!.key), String(event!.value), JSON.stringify(headers)],
    );
    await eventually(async () => (await rowsOf(system, 'SELECT 1 FROM payments.outbox')).length === 0);
    const copies = (await published()).filter((one) => String(one.headers['ce_id']) === headers['ce_id']);
    expect(copies.length).toBeGreaterThan(1);
  });
});
