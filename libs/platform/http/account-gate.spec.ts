import fc from 'fast-check';
import { AccountGate, AccountGates, defaultGatePolicy, shares, type Place, type Share } from './account-gate';
import { CircuitBreaker, type CallHealth } from './circuit-breaker';

const policy = { window: 4, atLeast: 2, openAtRate: 0.5, openForMs: 100, longestOpenMs: 350 };

/** Admits one operation with one call; returns whether the breaker admitted it. */
function call(breaker: CircuitBreaker, now: number, health: CallHealth): boolean {
  const end = breaker.admit(now);
  if (!end) return false;
  breaker.record(breaker.begin(now), health, now);
  end();
  return true;
}

const calls = (breaker: CircuitBreaker, ...steps: readonly (readonly [number, CallHealth])[]): boolean[] =>
  steps.map(([now, health]) => call(breaker, now, health));

const opened = (at = 1): CircuitBreaker => {
  const breaker = new CircuitBreaker(policy);
  calls(breaker, [0, 'unknown'], [at, 'unknown']);
  return breaker;
};

describe('CircuitBreaker', () => {
  it('the breaker stays closed below the rate and below the minimum number of calls', () => {
    const breaker = new CircuitBreaker(policy);
    expect(calls(breaker, [0, 'unknown'])).toEqual([true]);
    expect(breaker.stateAt(0)).toBe('closed');
    const fourCallBreaker = new CircuitBreaker({ ...policy, atLeast: 4 });
    calls(
      fourCallBreaker,
      [1, 'answered'],
      [2, 'answered'],
      [3, 'answered'],
      [4, 'unknown'],
      [5, 'answered'],
      [6, 'answered'],
    );
    expect(fourCallBreaker.stateAt(6)).toBe('closed');
  });

  it('the breaker opens at the rate and admits nothing until its time is over', () => {
    const breaker = opened();
    expect(calls(breaker, [2, 'answered'], [100, 'answered'])).toEqual([false, false]);
    expect([breaker.opensForMs(2), breaker.stateAt(101), breaker.opensForMs(101)]).toEqual([99, 'half_open', 0]);
  });

  it('the breaker admits one probe, and the next one only after an undecided probe has ended', () => {
    const breaker = opened();
    const end = breaker.admit(101);
    expect([breaker.admit(101), breaker.admit(5_000)]).toEqual([undefined, undefined]);
    breaker.record(breaker.begin(101), 'none', 5_000);
    expect(breaker.admit(5_000)).toBeUndefined();
    end?.();
    expect(breaker.admit(5_000)).toBeDefined();
  });

  it('the breaker closes after an answer, with an empty window', () => {
    const breaker = opened();
    expect(calls(breaker, [101, 'answered'], [102, 'unknown'], [103, 'answered'])).toEqual([true, true, true]);
  });

  it('the breaker opens for twice as long after each silent probe, up to its maximum, and briefly again after an answer', () => {
    const breaker = opened(0);
    const times: number[] = [breaker.opensForMs(0)];
    for (let now = 100; times.length < 4; now += times.at(-1)!) {
      call(breaker, now, 'unknown');
      times.push(breaker.opensForMs(now));
    }
    expect(times).toEqual([100, 200, 350, 350]);
    calls(breaker, [9_000, 'answered'], [9_001, 'unknown'], [9_002, 'unknown']);
    expect(breaker.opensForMs(9_002)).toBe(100);
  });

  it('the breaker ignores calls that began before it opened and calls that say nothing about the processor', () => {
    const breaker = new CircuitBreaker(policy);
    calls(breaker, [0, 'none'], [0, 'none'], [0, 'none']);
    expect(breaker.stateAt(0)).toBe('closed');
    const [early, another] = [breaker.begin(0), breaker.begin(0)];
    calls(breaker, [0, 'unknown'], [0, 'unknown']);
    breaker.record(early, 'answered', 50);
    expect(breaker.stateAt(50)).toBe('open');
    breaker.record(another, 'unknown', 150);
    expect(breaker.stateAt(150)).toBe('half_open');
  });
});

const gateOf = (maxInFlight: number, more: object = {}): AccountGate =>
  new AccountGate({
    maxInFlight,
    reserved: { charge: 0, follow_up: 0, sync: 0 },
    maxSyncs: maxInFlight,
    breaker: policy,
    ...more,
  });

const placesIn = (gate: AccountGate, share: Share, count: number): Place[] =>
  Array.from({ length: count }, () => gate.enter(share, 0)).flatMap((entry) =>
    entry.kind === 'entered' ? [entry.place] : [],
  );

describe('AccountGate', () => {
  it('an operation waits at the cap and enters after another one has left', () => {
    const gate = gateOf(1);
    const [place] = placesIn(gate, 'charge', 1);
    expect(gate.enter('charge', 0)).toEqual({ kind: 'wait', for: 'room' });
    place!.leave();
    place!.leave();
    expect(placesIn(gate, 'charge', 2)).toHaveLength(1);
  });

  it('places stay reserved for captures, refunds and syncs, however many charges there are', () => {
    const gate = gateOf(10, { reserved: { charge: 2, follow_up: 3, sync: 1 } });
    expect(placesIn(gate, 'charge', 20)).toHaveLength(6);
    expect(placesIn(gate, 'follow_up', 20)).toHaveLength(3);
    expect(placesIn(gate, 'sync', 20)).toHaveLength(1);
  });

  it('the gate lends unreserved places and paces syncs', () => {
    const gate = gateOf(10, { reserved: { charge: 2, follow_up: 3, sync: 1 }, maxSyncs: 4 });
    expect(placesIn(gate, 'sync', 20)).toHaveLength(4);
    expect(placesIn(gate, 'follow_up', 20)).toHaveLength(4);
  });

  it('the breaker of a share counts the calls of this share only', () => {
    const gate = gateOf(9);
    for (const now of [0, 1]) gate.call('sync', now).ended('unknown', now);
    expect(gate.enter('sync', 2)).toEqual({ kind: 'wait', for: 'breaker' });
    expect([gate.opensForMs('sync', 2), gate.opensForMs('charge', 2)]).toEqual([99, 0]);
    expect(gate.enter('charge', 2).kind).toBe('entered');
    expect(gate.enter('follow_up', 2).kind).toBe('entered');
    expect(gate.describe(2)).toEqual({
      inFlight: { charge: 1, follow_up: 1, sync: 0 },
      breakers: { charge: 'closed', follow_up: 'closed', sync: 'open' },
    });
  });

  it('the gate notifies each opening of a breaker with its share and time, and nothing else', () => {
    const opened: unknown[] = [];
    const gates = new AccountGates(
      () => ({ ...defaultGatePolicy, breaker: policy }),
      (one) => opened.push(one),
    );
    const gate = gates.of('mca_1', 'stripe');
    const charge = (now: number, health: CallHealth) => gate.call('charge', now).ended(health, now);
    charge(0, 'unknown');
    const late = gate.call('charge', 1);
    charge(1, 'unknown');
    late.ended('unknown', 2);
    gate.call('sync', 3).ended('unknown', 3);
    expect(opened).toEqual([{ account: 'mca_1', share: 'charge', forMs: 100 }]);
    // The probe is not answered either, and then it is.
    charge(101, 'unknown');
    charge(301, 'answered');
    expect(opened).toEqual([
      { account: 'mca_1', share: 'charge', forMs: 100 },
      { account: 'mca_1', share: 'charge', forMs: 200 },
    ]);
  });

  it('the gate never exceeds its cap, leaks no place, and always admits a probe in the end', () => {
    const step = fc.record({
      leave: fc.boolean(),
      share: fc.constantFrom(...shares),
      health: fc.constantFrom<CallHealth>('answered', 'unknown', 'none'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 6, max: 12 }), (steps, cap) => {
        const gate = gateOf(cap, { reserved: { charge: 1, follow_up: 2, sync: 1 } });
        const inside: { place: Place; call: ReturnType<AccountGate['call']> }[] = [];
        steps.forEach(({ leave, share, health }, i) => {
          const entry = leave ? undefined : gate.enter(share, i * 20);
          if (entry?.kind === 'entered') inside.push({ place: entry.place, call: gate.call(share, i * 20) });
          const gone = leave ? inside.shift() : undefined;
          gone?.call.ended(health, i * 20);
          gone?.place.leave();
          const { inFlight } = gate.describe(i * 20);
          expect(shares.reduce((sum, one) => sum + inFlight[one], 0)).toBe(inside.length);
          expect(inside.length).toBeLessThanOrEqual(cap);
        });
        for (const { place } of inside) place.leave();
        for (const share of shares) expect(gate.enter(share, 2e6).kind).toBe('entered');
      }),
    );
  });
});
