import { FailPointError, failPoint, failPointNames, failPointsOf, parseFailPoints } from './fail-points';

describe('FAIL_POINTS', () => {
  it('names places, actions and hits', () => {
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
  ])('is refused with %s', (text) => expect(parseFailPoints(text).problems).toHaveLength(1));
});

describe('failPoint', () => {
  it('strikes at its hit, once, and nowhere else', () => {
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

  it('throws where an error is wanted', () => {
    const hit = failPointsOf(parseFailPoints('before-commit=error').plan);
    expect(() => hit('before-commit')).toThrow(FailPointError);
    expect(() => hit('before-commit')).not.toThrow();
  });

  it('does nothing where nothing is armed, as here', () => {
    expect(process.env['FAIL_POINTS']).toBeUndefined();
    for (const name of failPointNames) expect(() => failPoint(name)).not.toThrow();
  });
});
