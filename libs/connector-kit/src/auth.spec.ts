import { authShape } from './auth';

describe('authShape', () => {
  it('a shape retains its own fields and drops others', () => {
    const details = { auth_type: 'BodyKey', api_key: 'a', key1: 'b', other: 'c' };
    expect(authShape('BodyKey').parse(details)).toEqual({ auth_type: 'BodyKey', api_key: 'a', key1: 'b' });
  });

  it.each([
    ['another type', { auth_type: 'HeaderKey', api_key: 'a', key1: 'b' }],
    ['a missing field', { auth_type: 'BodyKey', api_key: 'a' }],
    ['an empty field', { auth_type: 'BodyKey', api_key: 'a', key1: ' ' }],
    ['a number', { auth_type: 'BodyKey', api_key: 'a', key1: 7 }],
  ])('a shape refuses %s', (_, details) => {
    expect(authShape('BodyKey').safeParse(details).success).toBe(false);
  });
});
