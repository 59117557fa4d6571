import fc from 'fast-check';
import { AccountGate } from './account-gate';
import { CircuitBreaker, type Admission, type CallHealth } from './circuit-breaker';

const policy = { window: 4, atLeast: 2, openAtRate: 0.5, openForMs: 100 };

/** Sends calls one after another and says how each was admitted. */
function calls(breaker: CircuitBreaker, ...steps: readonly (readonly [number, CallHealth])[]): Admission[] {
  return steps.map(([now, health]) => {
    const admission = breaker.admit(now);
    if (admission !== 'refused') breaker.record(admission, health, now);
    return admission;
  });
}

describe('CircuitBreaker', () => {
  it('stays closed below the rate, and before there is enough to judge by', () => {
    const breaker = new CircuitBreaker(policy);
    expect(calls(breaker, [0, 'unknown'])).toEqual(['call']);
    expect(breaker.stateAt(0)).toBe('closed');
    const patient = new CircuitBreaker({ ...policy, atLeast: 4 });
    calls(patient, [1, 'answered'], [2, 'answered'], [3, 'answered'], [4, 'unknown'], [5, 'answered'], [6, 'answered']);
    expect(patient.stateAt(6)).toBe('closed');
  });

  it('opens at the rate and refuses until its time is over', () => {
    const breaker = new CircuitBreaker(policy);
    expect(calls(breaker, [0, 'unknown'], [1, 'unknown'], [2, 'answered'], [100, 'answered'])).toEqual([
      'call',
      'call',
      'refused',
      'refused',
    ]);
    expect(breaker.stateAt(101)).toBe('half_open');
  });

  it('lets one probe through, and the next only when that one is back', () => {
    const breaker = new CircuitBreaker(policy);
    calls(breaker, [0, 'unknown'], [1, 'unknown']);
    expect([breaker.admit(101), breaker.admit(101), breaker.admit(5_000)]).toEqual(['probe', 'refused', 'refused']);
    breaker.record('probe', 'none', 5_000);
    expect(breaker.admit(5_000)).toBe('probe');
  });

  it('closes after a clear answer, with a clean slate', () => {
    const breaker = new CircuitBreaker(policy);
    expect(
      calls(breaker, [0, 'unknown'], [1, 'unknown'], [101, 'answered'], [102, 'unknown'], [103, 'answered']),
    ).toEqual(['call', 'call', 'probe', 'call', 'call']);
  });

  it('opens again after another unknown, for a whole time', () => {
    const breaker = new CircuitBreaker(policy);
    calls(breaker, [0, 'unknown'], [1, 'unknown'], [150, 'unknown']);
    expect([breaker.stateAt(249), breaker.stateAt(250)]).toEqual(['open', 'half_open']);
  });

  it('is not moved by calls that began before it opened, nor by those that were never sent', () => {
    const breaker = new CircuitBreaker(policy);
    calls(breaker, [0, 'none'], [0, 'none'], [0, 'none']);
    expect(breaker.stateAt(0)).toBe('closed');
    const early = breaker.admit(0);
    calls(breaker, [0, 'unknown'], [0, 'unknown']);
    if (early !== 'refused') breaker.record(early, 'answered', 50);
    expect(breaker.stateAt(50)).toBe('open');
  });
});

describe('AccountGate', () => {
  const gateOf = (maxInFlight: number): AccountGate => new AccountGate({ maxInFlight, breaker: policy });

  it('refuses at the cap and takes again when one has left', () => {
    const gate = gateOf(1);
    const first = gate.enter(0);
    expect(gate.enter(0)).toEqual({ kind: 'refused', cause: 'bulkhead_full' });
    if (first.kind === 'entered') first.leave('answered', 1);
    expect(gate.enter(1).kind).toBe('entered');
  });

  it('refuses while the breaker is open', () => {
    const gate = gateOf(9);
    for (const now of [0, 1]) {
      const entry = gate.enter(now);
      if (entry.kind === 'entered') entry.leave('unknown', now);
    }
    expect(gate.enter(2)).toEqual({ kind: 'refused', cause: 'breaker_open' });
    expect(gate.describe(2)).toEqual({ inFlight: 0, breaker: 'open' });
  });

  it('never holds more than its cap, leaks no place, and always lets a probe through in the end', () => {
    const step = fc.record({ leave: fc.boolean(), health: fc.constantFrom<CallHealth>('answered', 'unknown', 'none') });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (steps, cap) => {
        const gate = gateOf(cap);
        const inside: Extract<ReturnType<AccountGate['enter']>, { kind: 'entered' }>[] = [];
        steps.forEach(({ leave, health }, i) => {
          const entry = leave ? undefined : gate.enter(i * 20);
          if (entry?.kind === 'entered') inside.push(entry);
          if (leave) inside.shift()?.leave(health, i * 20);
          expect(gate.describe(i * 20).inFlight).toBe(inside.length);
          expect(inside.length).toBeLessThanOrEqual(cap);
        });
        for (const entry of inside) entry.leave('none', 1e6);
        expect(gate.enter(2e6).kind).toBe('entered');
      }),
    );
  });
});
