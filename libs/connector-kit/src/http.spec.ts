import { contentOf, jsonOf, postForm, postJson, urlOf, withoutAbsent } from './http';

describe('requests', () => {
  it('requests leave out absent fields at every depth and retain zero and false', () => {
    const body = { a: null, b: undefined, c: '', d: 0, e: false, f: { g: null, h: [null, { i: '' }] } };
    expect(withoutAbsent(body)).toEqual({ d: 0, e: false, f: { h: [{}] } });
    expect(postJson('https://p.example', body, { 'x-key': 'k' })).toMatchObject({
      method: 'POST',
      headers: { 'x-key': 'k', 'content-type': 'application/json' },
      body: '{"d":0,"e":false,"f":{"h":[{}]}}',
    });
  });

  it('a form writes nested fields with brackets and leaves out absent ones', () => {
    const fields = {
      amount: 0,
      confirm: false,
      'a b': 'ä&=',
      none: null,
      card: { name: '', list: ['x', { y: 1 }] },
      empty: {},
    };
    const request = postForm('https://p.example', fields, { 'x-key': 'k' });
    expect(request).toMatchObject({
      method: 'POST',
      headers: { 'x-key': 'k', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'amount=0&confirm=false&a+b=%C3%A4%26%3D&card%5Blist%5D%5B0%5D=x&card%5Blist%5D%5B1%5D%5By%5D=1',
    });
    expect(contentOf(request)).toEqual({
      amount: '0',
      confirm: 'false',
      'a b': 'ä&=',
      'card[list][0]': 'x',
      'card[list][1][y]': '1',
    });
  });

  it('contentOf returns the content of a request as data', () => {
    expect(contentOf(postJson('https://p.example', { a: 1 }, {}))).toEqual({ a: 1 });
    expect(contentOf({ method: 'GET', url: 'https://p.example', headers: {}, body: null })).toBeNull();
    expect(contentOf({ method: 'POST', url: 'https://p.example', headers: {}, body: '<a/>' })).toBe('<a/>');
  });

  it('urlOf escapes every segment of a path', () => {
    expect(urlOf('https://p.example/base/', 'payments', '../admin?x=1')).toBe(
      'https://p.example/base/payments/..%2Fadmin%3Fx%3D1',
    );
  });

  it('jsonOf returns undefined for invalid JSON', () => {
    expect(jsonOf('{"a":')).toBeUndefined();
    expect(jsonOf('[1]')).toEqual([1]);
  });
});
