import { createHash, timingSafeEqual } from 'node:crypto';
import { inspect } from 'node:util';

/** A value that is never printed: JSON, template strings, logs and the inspector show `***`. */
export class Secret<T extends string = string> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return '***';
  }

  toJSON(): string {
    return '***';
  }

  [inspect.custom](): string {
    return '***';
  }
}

/** SHA-256 as base64url: compares a text that may be a secret without storing it. */
export const digestOf = (text: string): string => digest(text).toString('base64url');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two secrets in constant time; the time reveals neither content nor length. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
