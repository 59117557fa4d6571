import { PlanAge } from './plan-age';

const agedBy = (ms: { now: number }) => new PlanAge(() => ms.now);

describe('the plans of a pool', () => {
  it('plans are discarded when four times as many transactions have run', () => {
    const [age, connection] = [agedBy({ now: 0 }), {}];
    const outdated = Array.from({ length: 1_100 }, (_, index) => index + 1).filter(() => age.hasOutdated(connection));
    expect(outdated).toEqual([4, 16, 64, 256, 1024]);
  });

  it('plans are discarded after half a minute, even without transactions', () => {
    const ms = { now: 0 };
    const [age, connection] = [agedBy(ms), {}];
    age.hasOutdated(connection);
    ms.now = 30_001;
    expect([1, 2].map(() => age.hasOutdated(connection))).toEqual([true, false]);
  });

  it('each connection discards its plans once, when it is borrowed again', () => {
    const age = agedBy({ now: 0 });
    const [one, other] = [{}, {}];
    expect([one, other, one].map((each) => age.hasOutdated(each))).toEqual([false, false, false]);
    expect([one, one, other, other].map((each) => age.hasOutdated(each))).toEqual([true, false, true, false]);
  });

  it('a new connection has no plans to discard', () => {
    const age = agedBy({ now: 0 });
    for (let count = 0; count < 20; count++) age.hasOutdated({});
    expect(age.hasOutdated({})).toBe(false);
  });
});
