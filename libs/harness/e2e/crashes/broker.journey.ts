import { aMerchant, eventually, startLoad, type TestMerchant } from '@payorch/harness';
import { expectConsistency } from '../support/consistency-check';
import { lifecycleReportOf } from '../support/lifecycle';
import { payments, system } from './outage-system';

const rounds = ['SIGKILL', 'SIGTERM', 'SIGKILL'] as const;
/** Less than the 60 s for which a group waits for a dead member, and far more than a recovery without dead members takes. */
const withoutDeadMembers = { withinMs: 40_000 };

describe('a broker that is stopped or killed and restarted with its data, under two instances of each service', () => {
  let merchant: TestMerchant;
  beforeAll(async () => {
    const webhook_details = { webhook_url: 'http://127.0.0.1:9/no-listener' };
    merchant = await aMerchant(system, { account: { webhook_details } });
    const env = { payments, routing: {}, 'connector-worker': {} };
    for (const [name, more] of Object.entries(env)) {
      const second = await system.addInstance(name as keyof typeof env);
      second.launch(more);
      await second.ready();
    }
  });

  it('loses no payment, contradicts no answer, and recovers without intervention', async () => {
    const load = startLoad(() => merchant.api, { seed: 4, clients: 16 });
    const untilLoadSucceeds = async () => {
      const { length } = load.log;
      await eventually(() => load.log.slice(length).filter(({ outcome }) => outcome === 'ok').length > 30, {
        ...withoutDeadMembers,
      });
    };
    await untilLoadSucceeds();
    for (const signal of rounds) {
      await system.infra.kill('kafka', signal);
      await system.infra.restart('kafka');
      await untilLoadSucceeds();
    }
    const log = await load.stop();

    const checked = await expectConsistency(system, merchant, log);
    const answered = new Set(log.map(({ httpStatus }) => httpStatus));
    expect([...answered].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const { wrong, ...report } = await lifecycleReportOf(system, merchant);
    expect(wrong).toEqual([]);
    expect(report).toMatchObject({ objects: checked });
  });
});
