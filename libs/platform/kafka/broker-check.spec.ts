import type { Admin } from 'kafkajs';
import { BrokerCheck } from './broker-check';

/** A cluster that answers or does not, and counts what is asked of it. */
function cluster() {
  const seen = { isUp: true, connected: 0, asked: 0, disconnected: 0 };
  const answer = () => (seen.isUp ? Promise.resolve() : Promise.reject(new Error('connection refused')));
  const admin = {
    connect: () => answer().then(() => void (seen.connected += 1)),
    describeCluster: () => answer().then(() => void (seen.asked += 1)),
    disconnect: () => Promise.resolve(void (seen.disconnected += 1)),
  } as unknown as Admin;
  return { seen, check: new BrokerCheck({ admin: () => admin }) };
}

describe('the check of the broker', () => {
  it('keeps its connection, and has one question under way for all who ask', async () => {
    const { seen, check } = cluster();
    await Promise.all([check.check(), check.check(), check.check()]);
    await check.check();
    expect(seen).toMatchObject({ connected: 1, asked: 2, disconnected: 0 });
  });

  it('fails while no broker answers, and connects anew once one does', async () => {
    const { seen, check } = cluster();
    await check.check();
    seen.isUp = false;
    await expect(check.check()).rejects.toThrow('connection refused');
    await expect(check.check()).rejects.toThrow('connection refused');
    seen.isUp = true;
    await check.check();
    expect(seen).toMatchObject({ connected: 2, asked: 2, disconnected: 1 });
  });

  it('leaves no connection behind when it is closed', async () => {
    const { seen, check } = cluster();
    await check.check();
    await check.close();
    expect(seen.disconnected).toBe(1);
  });
});
