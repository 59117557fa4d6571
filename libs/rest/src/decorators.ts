import 'reflect-metadata';
import { utcInstant } from '@payorch/kernel';
import { Type } from 'class-transformer';
import {
  ValidateBy,
  ValidateIf,
  ValidateNested,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';
import { cardNumberFault } from './card-number';
import { WireNumber } from './json';
import {
  found,
  relativeUrl,
  tooLong,
  unknownVariant,
  wrongCharacter,
  wrongType,
  wrongValue,
  type Fault,
} from './wording';

/**
 * The checks of the interface as class-validator decorators, each with the wire's error text. A rule maps a value to
 * its fault, undefined if the value is valid; a text alone quotes nothing of the value.
 */
export type Rule = (value: unknown, field: string) => Fault | string | undefined;

export const textOf = (fault: Fault | string): string => (typeof fault === 'string' ? fault : fault.text);

/** The rule is the only constraint, so that the plan of a class finds it. */
const check = (name: string, rule: Rule, options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name,
      constraints: [rule],
      validator: {
        validate: (value) => rule(value, '') === undefined,
        defaultMessage: (context?: ValidationArguments) => textOf(rule(context?.value, context?.property ?? '') ?? ''),
      },
    },
    options,
  );

/** The field may be absent, but may not be null. */
export const MayBeAbsent = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

export interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  /** A reference id: letters, digits, `_` and `-` only. */
  readonly reference?: true;
}

function lengthFault(text: string, field: string, { min = 0, max = Infinity }: TextLimits): string | undefined {
  if (text.length < min) return `the minimum required length for this field is ${min}`;
  if (text.length <= max) return undefined;
  // Characters, not UTF-16 units: counted only if the cheap count is too high.
  const length = [...text].length;
  return length > max ? tooLong(field, max, length) : undefined;
}

/** The fields whose length the interface's parser leaves to a rule of the payment. */
const limitedByRule: ReadonlySet<string> = new Set(['return_url', 'mandate_id']);

/** Too many characters, in the words of the rule that refuses them. */
const longFault = (fault: string, field: string): Fault | string =>
  limitedByRule.has(field) ? { text: fault, plain: fault, isRule: true } : fault;

/** Text within its limits. */
export const Text = (
  limits: TextLimits & ValidationOptions = {},
  options: ValidationOptions = limits,
): PropertyDecorator =>
  check(
    'text',
    (value, field) => {
      if (typeof value !== 'string') return wrongType(value, 'a string');
      const fault = lengthFault(value, field, limits);
      if (fault) return longFault(fault, field);
      if (!limits.reference) return undefined;
      const odd = /[^A-Za-z0-9_-]/.exec(value);
      return odd ? wrongCharacter(value, odd[0]) : undefined;
    },
    options,
  );

const whole = {
  u16: { expected: 'u16', low: 0, high: 2 ** 16 - 1, expectedLow: 'u16' },
  i32: { expected: 'i32', low: -(2 ** 31), high: 2 ** 31 - 1, expectedLow: 'i32' },
  u32: { expected: 'u32', low: 0, high: 2 ** 32 - 1, expectedLow: 'u32' },
  i64: { expected: 'i64', low: Number.MIN_SAFE_INTEGER, high: Number.MAX_SAFE_INTEGER, expectedLow: 'i64' },
  u64: { expected: 'u64', low: 0, high: Number.MAX_SAFE_INTEGER, expectedLow: 'u64' },
  amount: { expected: 'amount as integer', low: 0, high: Number.MAX_SAFE_INTEGER, expectedLow: 'a positive integer' },
} as const;

/**
 * An integer, written as one: neither `1.0` nor `1e3`. Refuses integers past 2^53 - 1, which a number cannot represent
 * exactly.
 */
export const Whole = (kind: keyof typeof whole, options?: ValidationOptions): PropertyDecorator => {
  const { expected, low, high, expectedLow } = whole[kind];
  return check(
    'whole',
    (value) => {
      if (value instanceof WireNumber && value.isWhole)
        return wrongValue(value, value.value < low ? expectedLow : expected);
      if (typeof value !== 'number' || !Number.isInteger(value)) return wrongType(value, expected);
      if (value >= low && value <= high) return undefined;
      return wrongValue(value, value < low ? expectedLow : expected);
    },
    options,
  );
};

export const Decimal = (options?: ValidationOptions): PropertyDecorator =>
  check(
    'decimal',
    (value) => (typeof value === 'number' || value instanceof WireNumber ? undefined : wrongType(value, 'f64')),
    options,
  );

export const Flag = (options?: ValidationOptions): PropertyDecorator =>
  check('flag', (value) => (typeof value === 'boolean' ? undefined : wrongType(value, 'a boolean')), options);

/** One value of a closed set. */
export const OneOf = (values: readonly string[], options?: ValidationOptions): PropertyDecorator => {
  const known: ReadonlySet<unknown> = new Set(values);
  return check(
    'oneOf',
    (value) => {
      if (known.has(value)) return undefined;
      return typeof value === 'string' ? unknownVariant(value, values) : wrongType(value, 'string or map');
    },
    options,
  );
};

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WireNumber);

/** A JSON object that is stored unchanged. */
export const Mapping = (options?: ValidationOptions): PropertyDecorator =>
  check('mapping', (value) => (isObject(value) ? undefined : wrongType(value, 'a map')), options);

/** Any JSON: a separate rule reads it later. */
export const AnyJson =
  (options?: ValidationOptions): PropertyDecorator =>
  (target, property) => {
    ValidateIf((_, value) => value !== undefined && value !== null)(target, property as string);
    check('anyJson', () => undefined, options)(target, property);
  };

export const List = (): PropertyDecorator =>
  check('list', (value) => (Array.isArray(value) ? undefined : wrongType(value, 'a sequence')));

/** An ISO 8601 time with its offset, or one of the values in `or`. The checked object has the time in UTC. */
export const Instant = ({ or = [] }: { readonly or?: readonly string[] } = {}): PropertyDecorator =>
  check('instant', (value) => {
    if (typeof value !== 'string') return wrongType(value, 'an ISO 8601 date-time');
    if (or.includes(value)) return undefined;
    return utcInstant(value) === undefined ? wrongValue(value, 'an ISO 8601 date-time') : undefined;
  });

function urlFault(text: string): Fault | undefined {
  if (!URL.canParse(text)) return relativeUrl(text);
  const { protocol, username, password } = new URL(text);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  // A URL parser drops tabs and line breaks silently: a redirect must not contain them.
  const isPlain = username === '' && password === '' && !/[\u0000-\u0020\u007f]/.test(text);
  return isWeb && isPlain ? undefined : wrongValue(text, 'an http or https URL');
}

/** An absolute http(s) URL without credentials, for a browser redirect or for our own client. */
export const AbsoluteUrl = (limits: TextLimits = {}): PropertyDecorator =>
  check('absoluteUrl', (value, field) => {
    if (typeof value !== 'string') return wrongType(value, 'a string representing an URL');
    const tooLongFault = lengthFault(value, field, limits);
    return tooLongFault ? longFault(tooLongFault, field) : urlFault(value);
  });

/** A card number. The error text never repeats the number. */
export const CardNumber = (): PropertyDecorator =>
  check('cardNumber', (value) =>
    typeof value === 'string'
      ? cardNumberFault(value)
      : `invalid type: ${found(value).split(' ')[0]}, expected a string`,
  );

export interface NestedContext {
  readonly classOf: () => new () => object;
}

/** An object, or with `each` a list of objects, of another class. */
export const Nested =
  (classOf: () => new () => object, options: ValidationOptions = {}): PropertyDecorator =>
  (target, property) => {
    Type(classOf)(target, property);
    const context: NestedContext = { classOf };
    ValidateNested({ ...options, context })(target, property as string);
  };

const closed = new WeakSet<object>();
/** Unknown fields are refused. Other classes drop them. */
export const Closed = (): ClassDecorator => (target) => void closed.add(target);

export interface Variants {
  readonly names: readonly string[];
  readonly optional: boolean;
  /** Kinds without data: a plain string may replace the object. With `optional` it is read as a field of its name. */
  readonly words: readonly string[];
}
const variants = new WeakMap<object, Variants>();
/**
 * Exactly one of these fields is present and determines the kind; with `optional` possibly none, beside other fields.
 */
export const Variants =
  (names: readonly string[], { optional = false, words = [] as readonly string[] } = {}): ClassDecorator =>
  (target) =>
    void variants.set(target, { names, optional, words });

const lineage = (target: object | null): object[] =>
  target === null || target === Function.prototype
    ? []
    : [target, ...lineage(Object.getPrototypeOf(target) as object | null)];

/** Whether the class or one of its base classes is closed. */
export const isClosed = (target: object): boolean => lineage(target).some((one) => closed.has(one));
export const variantsOf = (target: object): Variants | undefined =>
  lineage(target)
    .map((one) => variants.get(one))
    .find(Boolean);
