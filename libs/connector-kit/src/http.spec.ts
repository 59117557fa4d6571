import { contentOf, jsonOf, postFile, postForm, postJson, urlOf, withoutAbsent } from './http';

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

describe('a form with a file', () => {
  const upload = (fileName: string, bytes: Buffer) =>
    postFile(
      'https://processor.example/files',
      { purpose: 'dispute_evidence' },
      { field: 'file', fileName, contentType: 'image/png', bytes },
      { 'idempotency-key': 'op_1' },
    );
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x00, 0xff, 0xfe]);

  it('has the bytes as they are, and the same boundary for the same content', () => {
    const request = upload('a.png', png);
    expect((request.body as Buffer).includes(png)).toBe(true);
    expect(request).toEqual(upload('a.png', png));
    expect(request.headers['content-type']).not.toBe(upload('a.png', Buffer.from('other')).headers['content-type']);
    expect(contentOf(request)).toEqual({
      purpose: 'dispute_evidence',
      file: { fileName: 'a.png', contentType: 'image/png', bytes: png.length },
    });
  });

  it.each(['a"; name="purpose', 'a\r\ncontent-type: text/html\r\n\r\n<script>', 'ä\\"\u2028.png'])(
    'the name %j cannot end its header',
    (name) => {
      const content = contentOf(upload(name, png)) as Record<string, { fileName: string }>;
      expect(Object.keys(content)).toEqual(['purpose', 'file']);
      expect(content['file']).toMatchObject({ contentType: 'image/png', bytes: png.length });
      expect(content['file']?.fileName).toMatch(/^[\x20-\x7e]+$/);
    },
  );
});
