import type { BoundFlow, BoundPreliminary } from '../define-connector';
import { lookupFlows, type FlowName, type Found } from '../flows';
import type { PreliminaryExchange, Recordings } from './recordings';
import { asRecorded, expectSound, idempotencyKeyOf, replyOf } from './requests';
import { sampleOperation } from './samples';
import { inconclusiveAnswers } from './inconclusive-answers';

/** The results of a flow's successful preliminaries. */
export const foundBy = (before: readonly PreliminaryExchange[]): Found =>
  Object.fromEntries(
    before.flatMap(({ preliminary, answer }) => (answer.kind === 'found' ? [[preliminary, answer.value]] : [])),
  );

/** The part of the suite for the calls that a flow needs first. */
export function preliminaryConformance<Name extends FlowName>(
  name: Name,
  flow: BoundFlow<Name>,
  { before, exchanges }: Recordings,
  details: Readonly<Record<string, string>>,
): void {
  const neededBy = (changes: Readonly<Record<string, unknown>>): readonly BoundPreliminary[] =>
    flow.before(sampleOperation(name, changes));
  const named = ({ preliminary, operation }: PreliminaryExchange): BoundPreliminary => {
    const needed = neededBy(operation).find((one) => one.name === preliminary);
    if (!needed) throw new Error(`the operation of "${preliminary}" in ${name} does not need it`);
    return needed;
  };

  it('each preliminary has a recording of its success and of its refusal', () => {
    const needed = new Set(exchanges.flatMap(({ operation }) => neededBy(operation).map((one) => one.name)));
    expect([...new Set(before.map(({ preliminary }) => preliminary))].sort()).toEqual([...needed].sort());
    for (const preliminary of needed) {
      const kinds = before.filter((one) => one.preliminary === preliminary).map(({ answer }) => answer.kind);
      expect({ preliminary, kinds }).toEqual({
        preliminary,
        kinds: expect.arrayContaining(['found', 'failed']) as unknown,
      });
    }
  });

  if ((lookupFlows as readonly FlowName[]).includes(name)) {
    it('a sync has no preliminaries', () => {
      for (const { operation } of exchanges) expect(neededBy(operation)).toEqual([]);
    });
  }

  it('every call of one operation has an idempotency key of its own', () => {
    const found = foundBy(before);
    for (const { operation } of exchanges) {
      const calls = neededBy(operation).map((one) => one.buildRequest(found));
      const own = flow.buildRequest(sampleOperation(name, operation), found);
      const keys = [...calls, own].map(idempotencyKeyOf).filter((key) => key !== undefined);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  if (before.length === 0) return;
  it.each(before)('before: $name', (recorded) => {
    const preliminary = named(recorded);
    const found = recorded.found ?? foundBy(before);
    expectSound(() => preliminary.buildRequest(found), {
      details,
      operation: sampleOperation(name, recorded.operation),
    });
    if (recorded.request) expect(asRecorded(preliminary.buildRequest(found))).toEqual(recorded.request);
    expect(preliminary.parseResponse(replyOf(recorded))).toEqual(recorded.answer);
  });

  it.each(inconclusiveAnswers)('a preliminary fails for HTTP $status with the body $body', (reply) => {
    for (const recorded of before) expect(named(recorded).parseResponse(reply).kind).toBe('failed');
  });
}
