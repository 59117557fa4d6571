import type { Admin } from 'kafkajs';
import { BrokerCheck } from './broker-check';

/** A cluster that is up or down and counts its requests. */
function cluster() {
  const seen = { isUp: true, connected: 0, described: 0, disconnected: 0 };
  const answer = () => (seen.isUp ? Promise.resolve() : Promise.reject(new Error('connection refused')));
  const admin = {
    connect: () => answer().then(() => void (seen.connected += 1)),
    describeCluster: () => answer().then(() => void (seen.described += 1)),
    disconnect: () => Promise.resolve(void (seen.disconnected += 1)),
  } as unknown as Admin;
  return { seen, check: new BrokerCheck({ admin: () => admin }) };
}

describe('the broker check', () => {
  it('the broker check reuses its connection and shares one request among concurrent callers', async () => {
    const { seen, check } = cluster();
    await Promise.all([check.check(), check.check(), check.check()]);
    await check.check();
    expect(seen).toMatchObject({ connected: 1, described: 2, disconnected: 0 });
  });

  it('the broker check fails while no broker answers, and reconnects when one does', async () => {
    const { seen, check } = cluster();
    await check.check();
    seen.isUp = false;
    await expect(check.check()).rejects.toThrow('connection refused');
    await expect(check.check()).rejects.toThrow('connection refused');
    seen.isUp = true;
    await check.check();
    expect(seen).toMatchObject({ connected: 2, described: 2, disconnected: 1 });
  });

  it('a closed broker check leaves no connection behind', async () => {
    const { seen, check } = cluster();
    await check.check();
    await check.close();
    expect(seen.disconnected).toBe(1);
  });
});
