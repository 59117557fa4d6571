import type { AccountRef, Lane } from '@payorch/contracts';
import { lanesAmong } from '@payorch/contracts';
import type { LaneMove } from '@payorch/platform/kafka';
import { LaneMoves, type Offsets } from './lane-moves';

const [shared, own] = lanesAmong(
  ['shared', 'own'].flatMap((name) => [`connector.commands.${name}`, `connector.webhooks.${name}`]),
) as [Lane, Lane];
const account = { connector: 'stripe', merchantConnectorId: 'mca_1' } as AccountRef;
const movedAt = new Date('2026-11-27T10:00:00Z');

describe('a command of an account that moves from the shared lane to its own', () => {
  let now: number;
  let lane: string;
  let move: LaneMove | undefined;
  let handled: Offsets;
  let faults: number;
  let moves: LaneMoves;
  const warnings: unknown[] = [];
  beforeEach(() => {
    jest.useFakeTimers();
    now = movedAt.getTime();
    [lane, move] = ['own', { at: movedAt, from: 'shared' }];
    [handled, faults] = [new Map([[0, 5n]]), 0];
    warnings.length = 0;
    moves = new LaneMoves({
      lanes: { laneOf: () => lane, lastMove: () => move },
      offsets: {
        ends: async () =>
          new Map([
            [0, 7n],
            [1, 0n],
          ]),
        handled: async () => {
          if (faults-- > 0) throw new Error('the broker is away');
          return handled;
        },
      },
      all: () => [shared, own],
      clock: { now: () => new Date(now) },
      log: { warn: (...warning: unknown[]) => void warnings.push(warning) },
    });
  });
  afterEach(() => jest.useRealTimers());

  const later = async (ms: number): Promise<void> => {
    now += ms;
    await jest.advanceTimersByTimeAsync(ms);
  };

  it('waits in its new lane until the shared one is read as far as it was written', async () => {
    expect(moves.holds(own, account)).toBe(true);
    await later(1_000);
    expect(moves.holds(own, account)).toBe(true);
    await later(500);
    expect(moves.holds(own, account)).toBe(true);
    handled = new Map([[0, 7n]]);
    await later(500);
    expect(moves.holds(own, account)).toBe(false);
  });

  it('never waits in the lane that the account has left', async () => {
    expect(moves.holds(shared, account)).toBe(false);
    await later(5_000);
    expect(moves.holds(shared, account)).toBe(false);
  });

  it('does not wait longer than any call takes', async () => {
    await later(1_000);
    expect(moves.holds(own, account)).toBe(true);
    await later(60_000);
    expect(moves.holds(own, account)).toBe(false);
  });

  it('waits while the broker does not answer', async () => {
    [handled, faults] = [new Map([[0, 7n]]), 2];
    await later(1_000);
    expect(moves.holds(own, account)).toBe(true);
    await later(250);
    expect(moves.holds(own, account)).toBe(true);
    await later(500);
    expect([moves.holds(own, account), warnings.length]).toEqual([false, 2]);
  });

  it('does not wait where the account has not moved, or has come back to its lane', () => {
    move = { at: movedAt, from: 'own' };
    expect(moves.holds(own, account)).toBe(false);
    move = undefined;
    expect(moves.holds(own, account)).toBe(false);
  });
});
