import type { MessageDefinition } from '@payorch/contracts';
import {
  operationCommands,
  connectorAuthorize,
  connectorPayoutSync,
  connectorSync,
  connectorWebhookReceived,
  payoutCommands,
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
const routedStep = incoming(payoutCommands.payout_create, {
  fallbacks: [{ connector: 'adyen', merchantConnectorId: 'mca_2' }],
});
const sync = incoming(connectorSync);

const after = (waitedMs: number, isCrowded = false) => ({ waitedMs, isCrowded });

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
  const unanswered = (share: Share) => {
    for (let n = 0; n < 10; n += 1) gate.call(share, performance.now()).ended('unknown', performance.now());
  };
  return { turns, gate, unanswered };
}

describe('queueOf', () => {
  const { turns } = turnsOf();
  it.each([
    ['a charge', charge(), 'mca_1/charge'],
    ['a charge with a fallback', withFallback, 'mca_1/charge/fallbacks'],
    ['a capture', incoming(operationCommands.capture), 'mca_1/follow_up'],
    ['a refund', incoming(operationCommands.refund), 'mca_1/follow_up'],
    ['a fulfilment of a payout', incoming(payoutCommands.payout_fulfill), 'mca_1/follow_up'],
    ['a routed step of a payout', routedStep, 'mca_1/follow_up/fallbacks'],
    ['a sync', sync, 'mca_1/sync'],
    ['a sync of a payout', incoming(connectorPayoutSync), 'mca_1/sync'],
    ['a webhook', incoming(connectorWebhookReceived), undefined],
  ])('returns the queue of %s', (_, message, queue) => {
    expect(turns.queueOf(message)).toBe(queue);
  });
});

describe('an operation', () => {
  it('an operation begins when there is room, and occupies its place until its turn ends', () => {
    const { turns, gate } = turnsOf(1);
    const turn = turns.turnOf(charge(), after(0));
    expect(turn?.kind).toBe('begin');
    expect(turns.turnOf(charge(), after(0))).toBeUndefined();
    turn?.end();
    expect(gate.describe(0).inFlight.charge).toBe(0);
    expect(turns.turnOf(charge(), after(0))?.kind).toBe('begin');
  });

  it.each([operationCommands.capture, operationCommands.refund, payoutCommands.payout_fulfill])(
    'a follow-up waits for room and for the breaker, first in memory, then deferred, and is never refused',
    (of) => {
      const full = turnsOf(1);
      full.turns.turnOf(charge(), after(0));
      const open = turnsOf();
      open.unanswered('follow_up');
      for (const { turns } of [full, open]) {
        expect(turns.turnOf(incoming(of), after(1_999))).toBeUndefined();
        expect(turns.turnOf(incoming(of), after(2_000))).toMatchObject({ kind: 'defer' });
      }
    },
  );
});

describe('a step of a payout with a fallback', () => {
  it('goes to its next account where the breaker is open, or where it waits for long', () => {
    const full = turnsOf(1).turns;
    full.turnOf(charge(), after(0));
    expect(full.turnOf(routedStep, after(999))).toBeUndefined();
    expect(full.turnOf(routedStep, after(1_000))).toMatchObject({ kind: 'refuse', reason: 'BULKHEAD_FULL' });
    const open = turnsOf();
    open.unanswered('follow_up');
    expect(open.turns.turnOf(routedStep, after(0))).toMatchObject({ kind: 'refuse', reason: 'BREAKER_OPEN' });
  });
});

describe('a charge', () => {
  it('a charge with a fallback waits for room before it goes to its next account', () => {
    const { turns } = turnsOf(1);
    turns.turnOf(charge(), after(0));
    expect(turns.turnOf(withFallback, after(999))).toBeUndefined();
    expect(turns.turnOf(withFallback, after(1_000))).toMatchObject({ kind: 'refuse', reason: 'BULKHEAD_FULL' });
  });

  it('while the breaker is open, a charge goes to its next account at once, and without a fallback waits until notAfter, on disk', () => {
    const { turns, unanswered } = turnsOf();
    unanswered('charge');
    expect(turns.turnOf(withFallback, after(0))).toMatchObject({ kind: 'refuse', reason: 'BREAKER_OPEN' });
    expect(turns.turnOf(charge(), after(1_999))).toBeUndefined();
    expect(turns.turnOf(charge(), after(2_000))).toMatchObject({ kind: 'defer' });
    expect(turns.turnOf(charge([], earlier), after(0))).toMatchObject({ kind: 'refuse', reason: 'BREAKER_OPEN' });
  });

  it('where many wait, none waits in memory: it goes to its next account, to disk, or is postponed', () => {
    const { turns } = turnsOf(1);
    turns.turnOf(charge(), after(0));
    expect(turns.turnOf(withFallback, after(0, true))).toMatchObject({ kind: 'refuse', reason: 'BULKHEAD_FULL' });
    expect(turns.turnOf(charge(), after(0, true))).toMatchObject({ kind: 'defer' });
    expect(turns.turnOf(incoming(operationCommands.refund), after(0, true))).toMatchObject({ kind: 'defer' });
    expect(turns.turnOf(sync, after(0, true))).toMatchObject({ kind: 'postpone' });
  });

  it('a charge does not wait for the breakers of syncs and follow-ups', () => {
    const { turns, unanswered } = turnsOf();
    unanswered('sync');
    unanswered('follow_up');
    expect(turns.turnOf(charge(), after(0))?.kind).toBe('begin');
  });
});

describe('a sync', () => {
  it('a sync is postponed until the breaker admits a probe, each sync to a later time', () => {
    const { turns, unanswered } = turnsOf();
    unanswered('sync');
    const times = [sync, sync].map((one) => {
      const turn = turns.turnOf(one, after(0));
      return turn?.kind === 'postpone' ? turn.syncInMs : 0;
    });
    expect(times[0]).toBeGreaterThan(50_000);
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(90);
  });

  it('a sync waits for room for syncWaitMs and is then postponed', () => {
    const { turns } = turnsOf(1);
    turns.turnOf(charge(), after(0));
    expect(turns.turnOf(sync, after(499))).toBeUndefined();
    expect(turns.turnOf(sync, after(500))).toMatchObject({ kind: 'postpone', syncInMs: 1_000 });
  });
});
