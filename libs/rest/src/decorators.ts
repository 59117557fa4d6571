import 'reflect-metadata';
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
import { found, relativeUrl, tooLong, unknownVariant, wrongType, wrongValue } from './wording';

/**
 * The checks of the interface as class-validator decorators. Each knows the wire's text for what it refuses: a rule is one
 * function from a value to the complaint about it, undefined when there is none.
 */
type Rule = (value: unknown, field: string) => string | undefined;

const check = (name: string, rule: Rule, options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name,
      validator: {
        validate: (value) => rule(value, '') === undefined,
        defaultMessage: (context?: ValidationArguments) => rule(context?.value, context?.property ?? '') ?? '',
      },
    },
    options,
  );

/** The field may be left out, but may not be null. */
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
  // Characters, not UTF-16 units: counted only where the cheap count is too high.
  const length = [...text].length;
  return length > max ? tooLong(field, max, length) : undefined;
}

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
      if (fault || !limits.reference) return fault;
      const odd = /[^A-Za-z0-9_-]/.exec(value);
      return odd ? `value \`${value}\` contains invalid character \`${odd[0]}\`` : undefined;
    },
    options,
  );

const whole = {
  i32: { wanted: 'i32', low: -(2 ** 31), high: 2 ** 31 - 1, lowWanted: 'i32' },
  u32: { wanted: 'u32', low: 0, high: 2 ** 32 - 1, lowWanted: 'u32' },
  i64: { wanted: 'i64', low: Number.MIN_SAFE_INTEGER, high: Number.MAX_SAFE_INTEGER, lowWanted: 'i64' },
  u64: { wanted: 'u64', low: 0, high: Number.MAX_SAFE_INTEGER, lowWanted: 'u64' },
  amount: { wanted: 'amount as integer', low: 0, high: Number.MAX_SAFE_INTEGER, lowWanted: 'a positive integer' },
} as const;

/** An integer, written as one: neither `1.0` nor `1e3` is. Past 2^53 - 1 it could not be held exactly and is refused. */
export const Whole = (kind: keyof typeof whole, options?: ValidationOptions): PropertyDecorator => {
  const { wanted, low, high, lowWanted } = whole[kind];
  return check(
    'whole',
    (value) => {
      if (value instanceof WireNumber && value.isWhole)
        return wrongValue(value, value.value < low ? lowWanted : wanted);
      if (typeof value !== 'number' || !Number.isInteger(value)) return wrongType(value, wanted);
      if (value >= low && value <= high) return undefined;
      return wrongValue(value, value < low ? lowWanted : wanted);
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

/** One word of a closed set. */
export const OneOf = (words: readonly string[], options?: ValidationOptions): PropertyDecorator => {
  const known: ReadonlySet<unknown> = new Set(words);
  return check(
    'oneOf',
    (value) => {
      if (known.has(value)) return undefined;
      return typeof value === 'string' ? unknownVariant(value, words) : wrongType(value, 'string or map');
    },
    options,
  );
};

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WireNumber);

/** A JSON object that is stored as it came. */
export const Mapping = (options?: ValidationOptions): PropertyDecorator =>
  check('mapping', (value) => (isObject(value) ? undefined : wrongType(value, 'a map')), options);

/** Any JSON at all: a rule of its own reads it later. */
export const AnyJson =
  (options?: ValidationOptions): PropertyDecorator =>
  (target, property) => {
    ValidateIf((_, value) => value !== undefined && value !== null)(target, property as string);
    check('anyJson', () => undefined, options)(target, property);
  };

export const List = (): PropertyDecorator =>
  check('list', (value) => (Array.isArray(value) ? undefined : wrongType(value, 'a sequence')));

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;
/** Date.parse rolls 30 February over into March: a real day comes back as itself. */
const isRealDay = (text: string): boolean => {
  const midnight = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text.slice(0, 10));
};

/** An ISO 8601 moment with its offset, or one of the words in `or`. */
export const Instant = ({ or = [] }: { readonly or?: readonly string[] } = {}): PropertyDecorator =>
  check('instant', (value) => {
    if (typeof value !== 'string') return wrongType(value, 'an ISO 8601 date-time');
    if (or.includes(value)) return undefined;
    const real = moment.test(value) && isRealDay(value) && !Number.isNaN(Date.parse(value));
    return real ? undefined : wrongValue(value, 'an ISO 8601 date-time');
  });

function urlFault(text: string): string | undefined {
  if (!URL.canParse(text)) return relativeUrl(text);
  const { protocol, username, password } = new URL(text);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  // A URL parser drops tabs and line ends silently: a redirect must not carry them.
  const isPlain = username === '' && password === '' && !/[\u0000-\u0020\u007f]/.test(text);
  return isWeb && isPlain ? undefined : wrongValue(text, 'an http or https URL');
}

/** An absolute http(s) URL without credentials: a browser is sent there, or our own client. */
export const AbsoluteUrl = (limits: TextLimits = {}): PropertyDecorator =>
  check('absoluteUrl', (value, field) =>
    typeof value === 'string'
      ? (lengthFault(value, field, limits) ?? urlFault(value))
      : wrongType(value, 'a string representing an URL'),
  );

/** A card number. Its complaint never repeats the number. */
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
/** Unknown fields are refused. Other classes leave them out. */
export const Closed = (): ClassDecorator => (target) => void closed.add(target);

export interface Variants {
  readonly names: readonly string[];
  readonly optional: boolean;
  /** Kinds without data: the word alone may stand in place of the object. */
  readonly words: readonly string[];
}
const variants = new WeakMap<object, Variants>();
/** Exactly one of these fields is there and says which kind it is; with `optional` perhaps none, beside other fields. */
export const Variants =
  (names: readonly string[], { optional = false, words = [] as readonly string[] } = {}): ClassDecorator =>
  (target) =>
    void variants.set(target, { names, optional, words });

const lineage = (target: object | null): object[] =>
  target === null || target === Function.prototype
    ? []
    : [target, ...lineage(Object.getPrototypeOf(target) as object | null)];

/** Whether the class or one that it extends is closed. */
export const isClosed = (target: object): boolean => lineage(target).some((one) => closed.has(one));
export const variantsOf = (target: object): Variants | undefined =>
  lineage(target)
    .map((one) => variants.get(one))
    .find(Boolean);
