import { duplicateField, WireNumber, type Path } from '@payorch/rest';

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** An error in a JSON text, with its position. */
export class JsonError extends Error {
  constructor(
    readonly detail: string,
    readonly place: Place,
  ) {
    super(`${detail} at line ${place.line} column ${place.column}`);
    this.name = 'JsonError';
  }
}

/** Line and column of an offset, both from one. */
export function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: before.length - before.lastIndexOf('\n') };
}

/** A value with its position in the text. */
export interface JsonNode {
  readonly start: number;
  /** Offset of the value's last character, such as the closing brace of an object. */
  readonly end: number;
  readonly value: unknown;
  readonly fields?: ReadonlyMap<string, { readonly at: number; readonly node: JsonNode }>;
  readonly items?: readonly JsonNode[];
}

export interface JsonLimits {
  readonly depth: number;
  readonly keys: number;
  readonly items: number;
}

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const numberLike = /[-+.0-9eE]/;
const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

class Reader {
  private at = 0;
  private depth = 0;
  private keys = 0;
  private itemCount = 0;
  hasWireNumbers = false;

  constructor(
    private readonly text: string,
    private readonly limits: JsonLimits,
    private readonly forbidden: ReadonlySet<string>,
  ) {}

  document(): JsonNode {
    const node = this.value();
    this.blanks();
    if (this.at < this.text.length) this.fail('trailing characters');
    return node;
  }

  private fail(detail: string, at = this.at): never {
    throw new JsonError(detail, placeOf(this.text, at));
  }

  private blanks(): void {
    while (this.at < this.text.length && ' \t\n\r'.includes(this.text[this.at]!)) this.at++;
  }

  /** Peeks at the next character that is not whitespace. */
  private next(where: string): string {
    this.blanks();
    if (this.at >= this.text.length) this.fail(`EOF while parsing ${where}`);
    return this.text[this.at]!;
  }

  private value(): JsonNode {
    const first = this.next('a value');
    const start = this.at;
    if (first === '{') return this.nested(() => this.object(start));
    if (first === '[') return this.nested(() => this.array(start));
    if (first === '"') {
      const value = this.string();
      return { start, end: this.at - 1, value };
    }
    if (first === '-' || (first >= '0' && first <= '9')) return this.number(start);
    return this.word(start);
  }

  private nested(read: () => JsonNode): JsonNode {
    if (++this.depth > this.limits.depth) this.fail('recursion limit exceeded');
    this.at++;
    const node = read();
    this.depth--;
    return node;
  }

  private object(start: number): JsonNode {
    const fields = new Map<string, { at: number; node: JsonNode }>();
    const value: Record<string, unknown> = {};
    if (this.next('an object') === '}') return { start, end: this.at++, value, fields };
    for (;;) {
      if (this.next('an object') !== '"') this.fail('key must be a string');
      const at = this.at;
      const key = this.string();
      this.admitKey(key, at, fields);
      if (this.next('an object') !== ':') this.fail('expected `:`');
      this.at++;
      const node = this.value();
      fields.set(key, { at, node });
      value[key] = node.value;
      if (this.ends('}', 'an object')) return { start, end: this.at - 1, value, fields };
    }
  }

  private admitKey(key: string, at: number, fields: ReadonlyMap<string, unknown>): void {
    if (this.forbidden.has(key)) this.fail(`field name \`${key}\` is not allowed`, at);
    if (fields.has(key)) this.fail(duplicateField(key), at);
    if (++this.keys > this.limits.keys) this.fail(`more than ${this.limits.keys} keys`, at);
  }

  private array(start: number): JsonNode {
    const items: JsonNode[] = [];
    if (this.next('a list') === ']') return { start, end: this.at++, value: [], items };
    for (;;) {
      if (++this.itemCount > this.limits.items) this.fail(`more than ${this.limits.items} array items`);
      items.push(this.value());
      if (this.ends(']', 'a list')) return { start, end: this.at - 1, value: items.map((item) => item.value), items };
    }
  }

  /** After a member: true before the closing character, false before another member. */
  private ends(sign: string, where: string): boolean {
    const next = this.next(where);
    if (next !== ',' && next !== sign) this.fail(`expected \`,\` or \`${sign}\``);
    this.at++;
    if (next === sign) return true;
    if (this.next(where) === sign) this.fail('trailing comma');
    return false;
  }

  private string(): string {
    let result = '';
    for (this.at++; this.at < this.text.length; this.at++) {
      const char = this.text[this.at]!;
      if (char === '"') {
        this.at++;
        return result;
      }
      if (char < ' ') this.fail('control character (\\u0000-\\u001F) found while parsing a string');
      result += char === '\\' ? this.escape() : char;
    }
    return this.fail('EOF while parsing a string');
  }

  private escape(): string {
    const start = this.at++;
    const sign = this.text[this.at];
    if (sign !== 'u') return escapes[sign ?? ''] ?? this.fail('invalid escape', start);
    const code = this.hex(start);
    if (code === 0) this.fail('NUL character found while parsing a string', start);
    if (isLowSurrogate(code)) this.fail('lone trailing surrogate in hex escape', start);
    if (!isHighSurrogate(code)) return String.fromCharCode(code);
    if (!this.text.startsWith('\\u', this.at + 1)) this.fail('lone leading surrogate in hex escape', start);
    this.at += 2;
    const low = this.hex(start);
    if (!isLowSurrogate(low)) this.fail('lone leading surrogate in hex escape', start);
    return String.fromCharCode(code, low);
  }

  /** The four digits after `\u`; stops at the last of them. */
  private hex(start: number): number {
    const digits = this.text.slice(this.at + 1, this.at + 5);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail('invalid escape', start);
    this.at += 4;
    return Number.parseInt(digits, 16);
  }

  private number(start: number): JsonNode {
    number.lastIndex = start;
    const literal = number.exec(this.text)?.[0];
    const after = this.text[start + (literal?.length ?? 0)];
    if (literal === undefined || (after !== undefined && numberLike.test(after))) this.fail('invalid number');
    this.at = start + literal.length;
    const value = Number(literal);
    if (!Number.isFinite(value)) this.fail('number out of range', start);
    const isPlain = /^-?\d+$/.test(literal) && Number.isSafeInteger(value);
    this.hasWireNumbers ||= !isPlain;
    return { start, end: this.at - 1, value: isPlain ? value : new WireNumber(literal, value) };
  }

  private word(start: number): JsonNode {
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (!this.text.startsWith(word, start)) continue;
      this.at += word.length;
      return { start, end: this.at - 1, value };
    }
    return this.fail('expected value');
  }
}

/** Reads JSON character by character; stores the position of every value and the literal of every number that needs it. */
export function readJsonNodes(
  text: string,
  limits: JsonLimits,
  forbidden: ReadonlySet<string>,
): JsonNode & { readonly hasWireNumbers: boolean } {
  const reader = new Reader(text, limits, forbidden);
  const node = reader.document();
  return { ...node, hasWireNumbers: reader.hasWireNumbers };
}

/** The node at a path; undefined where the path does not exist. */
export function findNode(root: JsonNode, path: Path): { readonly node: JsonNode; readonly keyAt: number } | undefined {
  let found: { node: JsonNode; keyAt: number } | undefined = { node: root, keyAt: root.start };
  for (const step of path) found = found && stepInto(found.node, step);
  return found;
}

function stepInto(node: JsonNode, step: string | number): { node: JsonNode; keyAt: number } | undefined {
  if (typeof step === 'string') {
    const field = node.fields?.get(step);
    return field && { node: field.node, keyAt: field.at };
  }
  const item = node.items?.[step];
  return item && { node: item, keyAt: item.start };
}
