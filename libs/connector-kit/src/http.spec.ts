import { jsonOf, postJson, urlOf, withoutAbsent } from './http';

describe('requests', () => {
  it('leave absent fields out at every depth and keep zero and false', () => {
    const body = { a: null, b: undefined, c: '', d: 0, e: false, f: { g: null, h: [null, { i: '' }] } };
    expect(withoutAbsent(body)).toEqual({ d: 0, e: false, f: { h: [{}] } });
    expect(postJson('https://p.example', body, { 'x-key': 'k' })).toMatchObject({
      method: 'POST',
      headers: { 'x-key': 'k', 'content-type': 'application/json' },
      body: '{"d":0,"e":false,"f":{"h":[{}]}}',
    });
  });

  it('escape every segment of a path', () => {
    expect(urlOf('https://p.example/base/', 'payments', '../admin?x=1')).toBe(
      'https://p.example/base/payments/..%2Fadmin%3Fx%3D1',
    );
  });

  it('find no JSON in what is none', () => {
    expect(jsonOf('{"a":')).toBeUndefined();
    expect(jsonOf('[1]')).toEqual([1]);
  });
});
