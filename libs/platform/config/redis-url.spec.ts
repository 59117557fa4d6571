import { redisTargetOf } from './redis-url';

const hosts = [
  { host: 'one', port: 26_379 },
  { host: '192.0.2.2', port: 26_380 },
];

describe('a Redis address', () => {
  it.each([
    ['redis://127.0.0.1:6379', { kind: 'server', url: 'redis://127.0.0.1:6379' }],
    ['rediss://:secret@redis.internal', { kind: 'server', url: 'rediss://:secret@redis.internal' }],
    [
      'redis+sentinel://one,192.0.2.2:26380/primary',
      { kind: 'sentinel', tls: false, sentinels: hosts, name: 'primary', db: 0 },
    ],
    [
      'rediss+sentinel://app:p%40ss@one,192.0.2.2:26380/primary/3?sentinel_password=s',
      {
        kind: 'sentinel',
        tls: true,
        sentinels: hosts,
        name: 'primary',
        db: 3,
        username: 'app',
        password: 'p@ss',
        sentinelPassword: 's',
      },
    ],
    [
      'redis+cluster://:secret@one:7000,[2001:db8::1]:7001',
      {
        kind: 'cluster',
        tls: false,
        password: 'secret',
        nodes: [
          { host: 'one', port: 7000 },
          { host: '2001:db8::1', port: 7001 },
        ],
      },
    ],
    ['rediss+cluster://one/', { kind: 'cluster', tls: true, nodes: [{ host: 'one', port: 6379 }] }],
  ])('the Redis address %s is parsed', (text, target) => expect(redisTargetOf(text)).toEqual(target));

  it.each([
    '',
    'http://one',
    'redis://',
    'redis+sentinel://one,two',
    'redis+sentinel://one:99999/primary',
    'redis+sentinel:///primary',
    'redis+cluster://one,,two',
    'redis+cluster://one/primary',
    'redis+other://one',
    'redis+cluster://one two',
  ])('the Redis address %p is refused', (text) => expect(redisTargetOf(text)).toBeUndefined());
});
