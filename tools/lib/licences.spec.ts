import { isPermitted, licencesOf } from './licences';

describe('a licence expression', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-2.0-only)', true],
    ['Apache-2.0 AND MIT', true],
    ['GPL-3.0-only', false],
    ['Apache-2.0 AND GPL-2.0-only', false],
    ['(GPL-2.0-only OR ISC)', true],
    ['none', false],
  ])('%s is permitted: %s', (expression, expected) => {
    expect(isPermitted(expression)).toBe(expected);
  });
});

describe('the licence list', () => {
  it('names each package with its group, version and licence, sorted', () => {
    const components = [
      { name: 'typeorm', version: '1.1.1', licenses: [{ license: { id: 'MIT' } }] },
      { group: '@nestjs', name: 'core', version: '12.5.1', licenses: [{ expression: 'MIT OR ISC' }] },
      { name: 'bare', version: '1.0.0' },
    ];
    expect(licencesOf({ components })).toEqual([
      { name: '@nestjs/core@12.5.1', licence: 'MIT OR ISC' },
      { name: 'bare@1.0.0', licence: 'none' },
      { name: 'typeorm@1.1.1', licence: 'MIT' },
    ]);
  });
});
