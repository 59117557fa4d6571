import { WireNumber } from '@payorch/rest';
import fc from 'fast-check';
import { JsonError, limits, readJson, type JsonDocument } from './json';
import { readJsonNodes } from './json.nodes';

const read = (text: string): JsonDocument => readJson(Buffer.from(text));
const fault = (bytes: string | Buffer): string => {
  try {
    readJson(Buffer.from(bytes));
  } catch (error) {
    expect(error).toBeInstanceOf(JsonError);
    return (error as JsonError).message;
  }
  throw new Error('was read');
};
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, inner: unknown) => (inner instanceof WireNumber ? inner.value : inner)));

describe('readJson', () => {
  it.each([
    ['', 'EOF while parsing a value at line 1 column 1'],
    ['  \n ', 'EOF while parsing a value at line 2 column 2'],
    ['{', 'EOF while parsing an object at line 1 column 2'],
    ['{"a":', 'EOF while parsing a value at line 1 column 6'],
    ['{"a":1', 'EOF while parsing an object at line 1 column 7'],
    ['[1', 'EOF while parsing a list at line 1 column 3'],
    ['"ab', 'EOF while parsing a string at line 1 column 4'],
    ['{"a" 1}', 'expected `:` at line 1 column 6'],
    ['{"a":1 "b":2}', 'expected `,` or `}` at line 1 column 8'],
    ['[1 2]', 'expected `,` or `]` at line 1 column 4'],
    ['{"a":1,}', 'trailing comma at line 1 column 8'],
    ['[1,]', 'trailing comma at line 1 column 4'],
    ['{a:1}', 'key must be a string at line 1 column 2'],
    ["{'a':1}", 'key must be a string at line 1 column 2'],
    ['{"a":1}x', 'trailing characters at line 1 column 8'],
    ['{} {}', 'trailing characters at line 1 column 4'],
    ['tru', 'expected value at line 1 column 1'],
    ['{"a":NaN}', 'expected value at line 1 column 6'],
    ['{"a":undefined}', 'expected value at line 1 column 6'],
    ['{"a":01}', 'invalid number at line 1 column 6'],
    ['{"a":1.}', 'invalid number at line 1 column 6'],
    ['{"a":-}', 'invalid number at line 1 column 6'],
    ['{"a":+1}', 'expected value at line 1 column 6'],
    ['{"a":1e999}', 'number out of range at line 1 column 6'],
    ['"\\x"', 'invalid escape at line 1 column 2'],
    ['"\\u12g4"', 'invalid escape at line 1 column 2'],
    ['"a\nb"', 'control character (\\u0000-\\u001F) found while parsing a string at line 1 column 3'],
    ['"\u0000"', 'control character (\\u0000-\\u001F) found while parsing a string at line 1 column 2'],
    ['{\n  "a": "x\\u0000"\n}', 'NUL character found while parsing a string at line 2 column 10'],
    ['{"\\u0000":1}', 'NUL character found while parsing a string at line 1 column 3'],
    ['"\\ud800"', 'lone leading surrogate in hex escape at line 1 column 2'],
    ['"\\ud800\\u0041"', 'lone leading surrogate in hex escape at line 1 column 2'],
    ['"\\udc00"', 'lone trailing surrogate in hex escape at line 1 column 2'],
    ['{"a":1,"a":2}', 'duplicate field `a` at line 1 column 8'],
    ['{"a":1,"\\u0061":2}', 'duplicate field `a` at line 1 column 8'],
    ['[{"b":{"c":1,"d":2,"c":3}}]', 'duplicate field `c` at line 1 column 20'],
    ['{"a":{"__proto__":{}}}', 'field name `__proto__` is not allowed at line 1 column 7'],
    ['{"__pr\\u006fto__":1}', 'field name `__proto__` is not allowed at line 1 column 2'],
    ['{"constructor":1}', 'field name `constructor` is not allowed at line 1 column 2'],
    ['{"prototype":1}', 'field name `prototype` is not allowed at line 1 column 2'],
    ['\ufeff{}', 'expected value at line 1 column 1'],
  ])('%j is refused', (text, message) => expect(fault(text)).toBe(message));

  it.each([
    [[0x22, 0xff, 0x22], 'line 1 column 2'],
    [[0x7b, 0x0a, 0x22, 0xc3, 0xa9, 0xc3, 0x22], 'line 2 column 3'],
    [[0x22, 0xed, 0xa0, 0x80, 0x22], 'line 1 column 2'],
    [[0x22, 0xc0, 0x80, 0x22], 'line 1 column 2'],
    [[0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], 'line 1 column 2'],
  ])('bytes %j that are not UTF-8 are refused', (bytes, place) =>
    expect(fault(Buffer.from(bytes))).toBe(`invalid unicode code point at ${place}`),
  );

  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const keys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 0])));
  const items = (count: number) => JSON.stringify(Array.from({ length: count }, () => 0));

  it('a body at its limits is accepted, beyond them refused', () => {
    expect(read(nested(limits.depth)).value).toBeInstanceOf(Array);
    expect(fault(nested(limits.depth + 1))).toBe('recursion limit exceeded at line 1 column 33');
    expect(Object.keys(read(keys(limits.keys)).value as object)).toHaveLength(limits.keys);
    expect(fault(keys(limits.keys + 1))).toMatch(/^more than 1000 keys at line 1/);
    expect(read(items(limits.items)).value).toHaveLength(limits.items);
    expect(fault(items(limits.items + 1))).toMatch(/^more than 1000 array items at line 1/);
    expect(fault(nested(16_000))).toBe('recursion limit exceeded at line 1 column 33');
    expect(fault('{"a":'.repeat(6_000))).toMatch(/^recursion limit exceeded/);
  });

  it.each([
    ['1', 1, false],
    ['-0', -0, false],
    ['9007199254740991', 9007199254740991, false],
    ['1.0', new WireNumber('1.0', 1), true],
    ['1e3', new WireNumber('1e3', 1000), true],
    ['-1E-2', new WireNumber('-1E-2', -0.01), true],
    ['9007199254740993', new WireNumber('9007199254740993', 9007199254740992), true],
    ['{"true":[1.5],"e":1}', { true: [new WireNumber('1.5', 1.5)], e: 1 }, true],
  ])('the literal of an unusual number is available: %s', (text, value, hasWireNumbers) => {
    expect(read(text)).toMatchObject({ value, hasWireNumbers });
  });

  it.each([
    '"\\ud83d\\ude00 \\u00e9 \\/ \\n"',
    '"😀 é"',
    '{"":{"a":[]},"b":null}',
    ' [true , false]\r\n',
    '"\\\\u0000"',
  ])('%s is read as by JSON.parse', (text) => expect(read(text).value).toEqual(JSON.parse(text)));

  it('every document is read as by JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 1, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        if (/"(__proto__|constructor|prototype)":/.test(text)) return;
        if (/\\u0000|\\ud[89a-f]/i.test(text)) return;
        expect(plain(read(text).value)).toEqual(JSON.parse(text));
        expect(plain(readJsonNodes(text, limits, new Set()).value)).toEqual(JSON.parse(text));
      }),
    );
  });

  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"',
    '\\',
    'u',
    '0',
    '1',
    '.',
    'e',
    '-',
    'true',
    'null',
    '"a"',
    ' ',
    '\n',
  );
  const rubbish = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.array(pieces, { maxLength: 20 }).map((parts) => Buffer.from(parts.join(''))),
  );

  it('the reader throws only its own error, where JSON.parse or a rule refuses', () => {
    fc.assert(
      fc.property(rubbish, (bytes) => {
        let message: string | undefined;
        try {
          readJson(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(JsonError);
          message = (error as JsonError).message;
        }
        const ours = /^(duplicate|NUL|lone|more than|recursion|field name|number out of range|invalid unicode)/;
        if (message === undefined || !ours.test(message)) {
          const parse = () => JSON.parse(bytes.toString()) as unknown;
          if (message === undefined) expect(parse).not.toThrow();
          else expect(parse).toThrow(SyntaxError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
