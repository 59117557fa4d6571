import type { Json } from '@payorch/contracts';
import { limits } from './limits';
import { isJsonArray } from './report';

const textBytes = (text: string): number =>
  text.length > limits.bytes ? text.length : Buffer.byteLength(JSON.stringify(text));

/** The bytes of a value as JSON, without those of the values inside it. */
function ownBytes(value: Json): number {
  if (typeof value === 'string') return textBytes(value);
  if (typeof value !== 'object' || value === null) return String(value).length;
  const names = isJsonArray(value) ? [] : Object.keys(value);
  const items = isJsonArray(value) ? value.length : names.length;
  return 2 + Math.max(0, items - 1) + names.reduce((sum, name) => sum + textBytes(name) + 1, 0);
}

/** Why a value is too large to be read; undefined: it is not. Walks without recursion, and never far beyond the limits. */
export function sizeProblem(sent: Json): string | undefined {
  const open: { readonly value: Json; readonly depth: number }[] = [{ value: sent, depth: 1 }];
  let bytes = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    bytes += ownBytes(value);
    if (bytes > limits.bytes) return `is larger than ${limits.bytes} bytes`;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > limits.jsonDepth) return `is nested more than ${limits.jsonDepth} deep`;
    for (const inner of Object.values(value)) open.push({ value: inner, depth: depth + 1 });
  }
  return undefined;
}
