import { deprecatedIn, judgeAudit, type Advisory, type AuditReport } from './audit';

const advisory = (id: string, severity: string): Advisory => ({
  url: `https://github.com/advisories/${id}`,
  severity,
  name: 'left-pad',
  title: 'pads too far',
});
const report = (...advisories: Advisory[]): AuditReport => ({
  vulnerabilities: { 'left-pad': { via: advisories }, parent: { via: ['left-pad', ...advisories] } },
});
const today = '2026-11-22';

describe('a dependency audit', () => {
  it('shows each advisory once and leaves only the severe ones open', () => {
    const judged = judgeAudit(report(advisory('GHSA-1', 'critical'), advisory('GHSA-2', 'low')), [], today);
    expect(judged).toEqual({
      kind: 'judged',
      advisories: [advisory('GHSA-1', 'critical'), advisory('GHSA-2', 'low')],
      open: [advisory('GHSA-1', 'critical')],
    });
  });

  it.each([
    ['2026-11-22', 0],
    ['2026-11-21', 1],
  ])('with a waiver until %s leaves %i advisories open', (until, open) => {
    const waivers = [{ advisory: 'GHSA-1', reason: 'not reachable', until }];
    const judged = judgeAudit(report(advisory('GHSA-1', 'high')), waivers, today);
    expect(judged.kind === 'judged' && judged.open.length).toBe(open);
  });

  it.each<[AuditReport, string]>([
    [{ message: '405 Method Not Allowed', statusCode: 405, error: { summary: '' } }, '405 Method Not Allowed'],
    [{}, 'no report'],
  ])('is unavailable, not clean, after the answer %j', (answer, cause) => {
    expect(judgeAudit(answer, [], today)).toEqual({ kind: 'unavailable', cause });
  });
});

describe('a lockfile', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/old': { version: '1.0.0', deprecated: 'use new' },
      'node_modules/a/node_modules/older': { version: '0.1.0', deprecated: 'gone' },
      'node_modules/fine': { version: '2.0.0' },
    },
  };

  it('shows its deprecated packages except those with a waiver', () => {
    const waivers = [{ package: 'old', reason: 'a test tool', until: '2027-01-01' }];
    expect(deprecatedIn(lock, waivers, today)).toEqual([{ name: 'older', version: '0.1.0', deprecated: 'gone' }]);
  });
});
