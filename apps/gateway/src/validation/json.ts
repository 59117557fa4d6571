import { isUtf8 } from 'node:buffer';
import { JsonError, placeOf, readJsonNodes } from './json.nodes';

export { JsonError } from './json.nodes';

/** A parsed request body: its text, for error positions, and its value. */
export class JsonDocument {
  constructor(
    readonly text: string,
    readonly value: unknown,
    /** Numbers whose literal matters appear in `value` as WireNumber. */
    readonly hasWireNumbers: boolean,
  ) {}
}

/** A request with a JSON content type and an empty body. */
export const emptyBody = new JsonDocument('', undefined, false);

export const limits = { depth: 32, keys: 1000, items: 1000 } as const;

/** Keys that would reach the prototype of an object that copies them. */
export const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads JSON strictly. JSON.parse reads most bodies, and two linear scans check what it accepts: repeated and dangerous
 * keys, NUL, lone surrogates, depth, counts, unusual number literals. A body that fails a scan goes to the node reader,
 * which decides and reports the position of an error.
 */
export function readJson(bytes: Buffer): JsonDocument {
  if (!isUtf8(bytes)) throw invalidUtf8(bytes);
  const text = bytes.toString('utf8');
  const value = parsed(text);
  if (value !== undefined) {
    const seen = scan(text);
    if (!seen.needsNodeReader && countKeys(value) === seen.keys) return new JsonDocument(text, value, false);
  }
  const node = readJsonNodes(text, limits, forbiddenKeys);
  return new JsonDocument(text, node.value, node.hasWireNumbers);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Scan {
  keys: number;
  needsNodeReader: boolean;
}

const QUOTE = 34;
const BACKSLASH = 92;

/** Scans text that JSON.parse accepted: counts keys and detects whatever needs the node reader. */
function scan(text: string): Scan {
  let keys = 0;
  let items = 0;
  let depth = 0;
  let needsNodes = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      for (let inner = text.charCodeAt(++at); inner !== QUOTE; inner = text.charCodeAt(++at)) {
        if (inner === BACKSLASH && text.charCodeAt(++at) === 117) needsNodes ||= isInvalidEscape(text, at + 1);
      }
    } else if (code === 58) keys++;
    else if (code === 44) items++;
    else if (code === 123 || code === 91) {
      items++;
      if (++depth > limits.depth) return { keys, needsNodeReader: true };
    } else if (code === 125 || code === 93) depth--;
    else if (code === 45 || (code >= 48 && code <= 57)) {
      const end = endOfNumber(text, at);
      needsNodes ||= end < 0;
      at = Math.abs(end) - 1;
    }
  }
  return { keys, needsNodeReader: needsNodes || keys > limits.keys || items > limits.items };
}

/** NUL or half of a surrogate pair. */
function isInvalidEscape(text: string, at: number): boolean {
  const code = Number.parseInt(text.slice(at, at + 4), 16);
  return code === 0 || (code & 0xf800) === 0xd800;
}

/** The end of the number; negative for a fraction, an exponent, or too many digits for a double. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  let plain = true;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) continue;
    if (code !== 46 && code !== 43 && code !== 45 && (code | 32) !== 101) break;
    plain = false;
  }
  return plain && at - start < 16 ? at : -at;
}

/** The number of keys after JSON.parse: fewer than in the text means a repeated key. -1 for a dangerous key. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const item of value) {
      const inside = countKeys(item);
      if (inside < 0) return -1;
      keys += inside;
    }
    return keys;
  }
  for (const key in value) {
    const inside = forbiddenKeys.has(key) ? -1 : countKeys((value as Record<string, unknown>)[key]);
    if (inside < 0) return -1;
    keys += 1 + inside;
  }
  return keys;
}

function invalidUtf8(bytes: Buffer): JsonError {
  let good = 0;
  for (let end = 1; end <= bytes.length; end++) if (isUtf8(bytes.subarray(0, end))) good = end;
  return new JsonError('invalid unicode code point', placeOf(bytes.subarray(0, good).toString('utf8'), good));
}
