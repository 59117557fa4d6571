import type { AccountRef } from '@payorch/contracts';
import { beginVerdict } from './begin-verdict';

const at = (connector: string) => ({ connector, merchantConnectorId: `mca_${connector}` }) as AccountRef;

describe('beginVerdict', () => {
  it.each([
    ['waits in the queue of present workers', [at('b')], ['a', 'b'], { kind: 'waiting' }],
    ['is `no_other_account` without a fallback account', [], ['b'], { kind: 'no_other_account' }],
    [
      "is `no_other_account` if the fallback accounts' workers are away, too",
      [at('b')],
      ['c'],
      { kind: 'no_other_account' },
    ],
    [
      'goes to the fallback accounts with present workers',
      [at('b'), at('c')],
      ['c'],
      { kind: 'forbid', instead: [at('c')] },
    ],
  ])('an authorization that has not begun %s', (_, fallbacks, present, verdict) => {
    const hasWorker = ({ connector }: AccountRef) => present.includes(connector);
    expect(beginVerdict({ account: at('a'), fallbacks }, hasWorker)).toEqual(verdict);
  });
});
