import type { MessageDefinition } from '@payorch/contracts';
import {
  connectorAuthorize,
  connectorCapture,
  connectorRefund,
  connectorSync,
  connectorWebhookReceived,
} from '@payorch/contracts';
import type { Share } from '@payorch/platform/http';
import { AccountGates, defaultBreakerPolicy } from '@payorch/platform/http';
import type { Incoming } from '@payorch/platform/kafka';
import { OperationTurns } from './operation-turns';
import { SyncPace } from './sync-pace';

const account = { connector: 'stripe', merchantConnectorId: 'mca_1' };
const now = new Date('2026-11-01T10:00:00Z');
const later = '2026-11-01T10:05:00Z';
const earlier = '2026-11-01T09:59:59Z';

const incoming = (message: object, data: object = {}): Incoming =>
  ({ message: message as MessageDefinition, data: { account, ...data } }) as unknown as Incoming;

const charge = (fallbacks: readonly object[] = [], notAfter = later): Incoming =>
  incoming(connectorAuthorize, { fallbacks, notAfter });
const withFallback = charge([{ connector: 'adyen', merchantConnectorId: 'mca_2' }]);
const sync = incoming(connectorSync);

function turnsOf(maxInFlight = 100) {
  const reserved = { charge: 0, follow_up: 0, sync: 0 };
  const breaker = { ...defaultBreakerPolicy, openForMs: 60_000, longestOpenMs: 60_000 };
  const gates = new AccountGates(() => ({ maxInFlight, reserved, maxSyncs: 100, breaker }));
  const turns = new OperationTurns({
    gates,
    pace: new SyncPace({ perSecond: 10, longestMs: 120_000 }),
    clock: { now: () => now },
    maxQueued: 10,
    maxQueuedTotal: 100,
    fallbackAfterMs: 1_000,
    syncWaitMs: 500,
    deferAfterMs: 2_000,
  });
  const gate = gates.of('mca_1', 'stripe');
  const silence = (share: Share) => {
    for (let n = 0; n < 10; n += 1) gate.call(share, performance.now()).ended('unknown', performance.now());
  };
  return { turns, gate, silence };
}

describe('the lane of a message', () => {
  const { turns } = turnsOf();
  it.each([
    ['a charge', charge(), 'mca_1/charge'],
    ['a charge that may go elsewhere', withFallback, 'mca_1/charge/fallbacks'],
    ['a capture', incoming(connectorCapture), 'mca_1/follow_up'],
    ['a refund', incoming(connectorRefund), 'mca_1/follow_up'],
    ['a sync', sync, 'mca_1/sync'],
    ['a webhook', incoming(connectorWebhookReceived), undefined],
  ])('of %s', (_, message, lane) => {
    expect(turns.laneOf(message)).toBe(lane);
  });
});

describe('an operation', () => {
  it('begins where there is room, and holds its place until its turn ends', () => {
    const { turns, gate } = turnsOf(1);
    const turn = turns.turnOf(charge(), 0);
    expect(turn?.kind).toBe('begin');
    expect(turns.turnOf(charge(), 0)).toBeUndefined();
    turn?.end();
    expect(gate.describe(0).inFlight.charge).toBe(0);
    expect(turns.turnOf(charge(), 0)?.kind).toBe('begin');
  });

  it.each([connectorCapture, connectorRefund])(
    'of a follow-up waits for room and for the breaker: in memory first, then set aside, and is never refused',
    (of) => {
      const full = turnsOf(1);
      full.turns.turnOf(charge(), 0);
      const silent = turnsOf();
      silent.silence('follow_up');
      for (const { turns } of [full, silent]) {
        expect(turns.turnOf(incoming(of), 1_999)).toBeUndefined();
        expect(turns.turnOf(incoming(of), 2_000)).toMatchObject({ kind: 'defer' });
      }
    },
  );
});

describe('a charge', () => {
  it('waits for room a while before its next account is tried', () => {
    const { turns } = turnsOf(1);
    turns.turnOf(charge(), 0);
    expect(turns.turnOf(withFallback, 999)).toBeUndefined();
    expect(turns.turnOf(withFallback, 1_000)).toMatchObject({ kind: 'refuse', reason: 'BULKHEAD_FULL' });
  });

  it('goes to its next account at once while the breaker is open, and without one waits until its end', () => {
    const { turns, silence } = turnsOf();
    silence('charge');
    expect(turns.turnOf(withFallback, 0)).toMatchObject({ kind: 'refuse', reason: 'BREAKER_OPEN' });
    expect(turns.turnOf(charge(), 1e6)).toBeUndefined();
    expect(turns.turnOf(charge([], earlier), 0)).toMatchObject({ kind: 'refuse', reason: 'BREAKER_OPEN' });
  });

  it('does not pause for silence that syncs and follow-ups met', () => {
    const { turns, silence } = turnsOf();
    silence('sync');
    silence('follow_up');
    expect(turns.turnOf(charge(), 0)?.kind).toBe('begin');
  });
});

describe('a sync', () => {
  it('is put off until the breaker lets a probe through, one after the other', () => {
    const { turns, silence } = turnsOf();
    silence('sync');
    const times = [sync, sync].map((one) => {
      const turn = turns.turnOf(one, 0);
      return turn?.kind === 'postpone' ? turn.syncInMs : 0;
    });
    expect(times[0]).toBeGreaterThan(50_000);
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(90);
  });

  it('waits for room, and is put off soon rather than keep its caller waiting', () => {
    const { turns } = turnsOf(1);
    turns.turnOf(charge(), 0);
    expect(turns.turnOf(sync, 499)).toBeUndefined();
    expect(turns.turnOf(sync, 500)).toMatchObject({ kind: 'postpone', syncInMs: 1_000 });
  });
});
