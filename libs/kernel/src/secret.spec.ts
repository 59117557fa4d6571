import { inspect } from 'node:util';
import { sameSecret, Secret } from './secret';

describe('a secret', () => {
  const secret = new Secret('sk_live_1234');

  it.each([
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    inspect({ secret }),
    inspect(secret, { showHidden: true, depth: 9 }),
  ])('is not in %s', (printed) => {
    expect(printed).not.toContain('1234');
    expect(printed).toContain('***');
  });

  it('comes out when asked for by name', () => expect(secret.reveal()).toBe('sk_live_1234'));

  it('equals only itself, whatever the lengths', () => {
    expect(sameSecret('abc', 'abc')).toBe(true);
    for (const other of ['', 'ab', 'abd', 'abcd', 'ABC']) expect(sameSecret('abc', other)).toBe(false);
  });
});
