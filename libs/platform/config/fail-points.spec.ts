import { FailPointError, failPoint, failPointNames, failPointsOf, parseFailPoints } from './fail-points';

describe('FAIL_POINTS', () => {
  it('FAIL_POINTS names places, actions and hits', () => {
    const { plan, problems } = parseFailPoints('before-commit=kill@3, sent-before-write=stop,');
    expect(problems).toEqual([]);
    expect([...plan]).toEqual([
      ['before-commit', { action: 'kill', atHit: 3 }],
      ['sent-before-write', { action: 'stop', atHit: 1 }],
    ]);
  });

  it.each([
    'nowhere=kill',
    'before-commit',
    'before-commit=explode',
    'before-commit=kill@0',
    'before-commit=kill@x',
    '=kill',
    'toString=kill',
  ])('FAIL_POINTS is refused with %s', (text) => expect(parseFailPoints(text).problems).toHaveLength(1));
});

describe('failPoint', () => {
  it('a fail point acts once, at its hit', () => {
    const strikes: string[] = [];
    const note = (action: string) => (name: string) => void strikes.push(`${action} ${name}`);
    const hit = failPointsOf(parseFailPoints('before-commit=kill@2,response-before-store=stop').plan, {
      kill: note('kill'),
      stop: note('stop'),
      hang: note('hang'),
      error: note('error'),
    });
    for (let i = 0; i < 4; i++) for (const name of failPointNames) hit(name);
    expect(strikes).toEqual(['stop response-before-store', 'kill before-commit']);
  });

  it('a fail point throws if its action is error', () => {
    const hit = failPointsOf(parseFailPoints('before-commit=error').plan);
    expect(() => hit('before-commit')).toThrow(FailPointError);
    expect(() => hit('before-commit')).not.toThrow();
  });

  it('a fail point does nothing while FAIL_POINTS is not set', () => {
    expect(process.env['FAIL_POINTS']).toBeUndefined();
    for (const name of failPointNames) expect(() => failPoint(name)).not.toThrow();
  });
});
