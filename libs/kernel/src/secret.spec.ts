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
  ])('a secret is not in %s', (printed) => {
    expect(printed).not.toContain('1234');
    expect(printed).toContain('***');
  });

  it('a secret returns its value through reveal only', () => expect(secret.reveal()).toBe('sk_live_1234'));

  it('a secret equals only itself, whatever the lengths', () => {
    expect(sameSecret('abc', 'abc')).toBe(true);
    for (const other of ['', 'ab', 'abd', 'abcd', 'ABC']) expect(sameSecret('abc', other)).toBe(false);
  });
});
