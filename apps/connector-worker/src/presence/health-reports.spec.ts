import type { connectorHealth, DataOf } from '@payorch/contracts';
import { maxPausedAccounts } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import type { EncodedMessage } from '@payorch/platform/kafka';
import { HealthReports } from './health-reports';

type Report = DataOf<typeof connectorHealth>;

const lanes = [
  { name: 'shared', isFormer: false },
  { name: 'big_shop', isFormer: false },
  { name: 'stripe', isFormer: true },
];

describe('the reports of a worker', () => {
  let sent: Report[];
  let answers: ((error?: Error) => void)[];
  const warnings: unknown[] = [];
  const send = ([message]: readonly EncodedMessage[]): Promise<void> => {
    sent.push(JSON.parse(message!.value.toString()));
    return new Promise((resolve, reject) => answers.push((error) => (error ? reject(error) : resolve())));
  };
  const delivered = async (error?: Error): Promise<void> => {
    answers.shift()?.(error);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const open = () =>
    new HealthReports({
      producer: { send },
      clock: { now: () => new Date(0) },
      everyMs: 5_000,
      logger: { warn: (...warning: unknown[]) => void warnings.push(warning) },
    });
  const account = (id: number) => `mca_${id}` as MerchantConnectorId;

  beforeEach(() => {
    jest.useFakeTimers();
    sent = [];
    answers = [];
    warnings.length = 0;
  });
  afterEach(() => jest.useRealTimers());

  it('name its lanes at the start and at intervals, none at its end, and then stop', async () => {
    const reports = open();
    reports.consume(lanes);
    await delivered();
    jest.advanceTimersByTime(5_000);
    await delivered();
    reports.stop();
    await delivered();
    jest.advanceTimersByTime(20_000);
    expect(sent.map((report) => report.lanes)).toEqual([['shared', 'big_shop'], ['shared', 'big_shop'], []]);
    expect(sent.map(({ connectors }) => connectors)).toEqual([['stripe'], ['stripe'], []]);
    expect(sent[0]).toMatchObject({ validForMs: 20_000, paused: [], instance: sent[2]!.instance });
  });

  it('name an account whose breaker has opened once, at once', async () => {
    const reports = open();
    reports.paused(account(1), 999.5);
    await delivered();
    jest.advanceTimersByTime(5_000);
    expect(sent.map(({ paused }) => paused)).toEqual([[{ merchantConnectorId: 'mca_1', forMs: 1_000 }]]);
  });

  it('join the changes that come while one is under way, and never grow without a limit', async () => {
    const reports = open();
    reports.consume(lanes);
    for (let id = 0; id <= maxPausedAccounts; id += 1) reports.paused(account(id), 1_000);
    expect(sent).toHaveLength(1);
    await delivered();
    await delivered();
    await delivered();
    expect(sent.map(({ paused }) => paused.length)).toEqual([0, maxPausedAccounts, 1]);
    reports.stop();
  });

  it('go on after one that the broker refused', async () => {
    const reports = open();
    reports.consume(lanes);
    await delivered(new Error('no topic'));
    jest.advanceTimersByTime(5_000);
    expect([sent.length, warnings.length]).toEqual([2, 1]);
    reports.stop();
  });
});
