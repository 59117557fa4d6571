import { addressKey } from './address-key';
import { ConcurrencyLimiter } from './concurrency-limiter';
import { KeyRequests } from './key-requests';

describe('addressKey', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:0:1::2', '2001:db8:0:1::/64'],
    ['2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:0DB8::1', '2001:db8:0:0::/64'],
    ['', ''],
  ])('the address %s counts as %s', (address, key) => expect(addressKey(address)).toBe(key));
});

describe('ConcurrencyLimiter', () => {
  const gate = () => {
    let open = (): void => undefined;
    return { opened: new Promise<void>((resolve) => (open = resolve)), open: () => open() };
  };

  it('work beyond the running and the waiting limit is refused', async () => {
    const limiter = new ConcurrencyLimiter(1, 1);
    const { opened, open } = gate();
    const [first, second] = [limiter.run(() => opened.then(() => 1)), limiter.run(() => Promise.resolve(2))];
    expect(await limiter.run(() => Promise.resolve(3))).toBeUndefined();
    open();
    expect(await Promise.all([first, second])).toEqual([1, 2]);
    expect(await limiter.run(() => Promise.resolve(4))).toBe(4);
  });

  it('failed work frees its place', async () => {
    const limiter = new ConcurrencyLimiter(1, 1);
    const failing = limiter.run(() => Promise.reject(new Error('away')));
    const next = limiter.run(() => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('away');
    expect(await next).toBe('done');
    expect(await limiter.run(() => Promise.resolve('again'))).toBe('again');
  });
});

describe('KeyRequests', () => {
  const counting = (perSecond: number, seconds?: number) => {
    const spent: number[] = [];
    let now = 0;
    const limiter = {
      secondsOver: () => undefined,
      spend: (_key: string, points = 1) => {
        spent.push(points);
        return Promise.resolve(seconds);
      },
    };
    const requests = new KeyRequests({ limiter, perSecond, now: () => now });
    return { spent, requests, later: (ms: number) => (now += ms) };
  };

  it('below a quarter of the limit there is no round trip; later the earlier requests count', async () => {
    const { spent, requests } = counting(100);
    for (let sent = 0; sent < 25; sent++) expect(await requests.spend('key')).toBeUndefined();
    expect(spent).toEqual([]);
    await requests.spend('key');
    await requests.spend('key');
    expect(spent).toEqual([26, 1]);
  });

  it('each key and each second has its own count', async () => {
    const { spent, requests, later } = counting(4);
    await requests.spend('one');
    await requests.spend('two');
    later(1_000);
    await requests.spend('one');
    expect(spent).toEqual([]);
  });

  it('beyond the limit the wait is returned, without a limit never', async () => {
    expect(await counting(1, 1).requests.spend('key')).toBe(1);
    expect(await counting(0, 1).requests.spend('key')).toBeUndefined();
  });
});
