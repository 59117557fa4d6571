import { z } from 'zod';

/** A value that was read, or the processor's refusal. */
export type Read<T, R> = { readonly value: T } | { readonly refusal: R };

/** A processor's refusals of one parameter, in its own words. */
export interface ParamRefusals<R> {
  missing(param: string): R;
  unknown(param: string): R;
  notOneOf(param: string, values: readonly unknown[]): R;
  wrongType(param: string, expected: string, input: unknown): R;
  /** A rule of the processor: `message` and `code` are the schema's own. */
  rejected(param: string, message: string, code: string | undefined): R;
  /** Any other rule: `message` is the schema library's. */
  invalid(param: string, message: string): R;
}

type Issue = z.core.$ZodIssue;

/** Adds the problem of a value with the processor's message and code. */
export function reject(context: z.core.$RefinementCtx, message: string, code?: string): never {
  context.addIssue({ code: 'custom', message, ...(code !== undefined && { params: { code } }) });
  return z.NEVER;
}

/** Formats a path as `payment_method_data[card][number]`. */
const nameOf = ([first, ...rest]: readonly PropertyKey[]): string =>
  `${String(first ?? '')}${rest.map((part) => `[${String(part)}]`).join('')}`;

/** The value at a path of nested objects. */
export const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    input,
  );

/** How far a union branch is from the input: another type is farthest, then unknown names. */
const distance = (issues: readonly Issue[]): number =>
  issues.reduce((sum, { code, path }) => sum + (code === 'unrecognized_keys' ? 10 : path.length === 0 ? 100 : 1), 0);

/** Unknown names come first; of a union, the problem of the nearest branch. */
function mainIssue(issues: readonly Issue[]): Issue {
  const first = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;
  if (first.code !== 'invalid_union') return first;
  const [nearest] = [...first.errors].sort((a, b) => distance(a) - distance(b));
  if (!nearest || nearest.length === 0) return first;
  const inner = mainIssue(nearest);
  return { ...inner, path: [...first.path, ...inner.path] };
}

function refusalOf<R>(issue: Issue, input: unknown, refusals: ParamRefusals<R>): R {
  const param = nameOf(issue.path);
  const isMissing = input === undefined && (issue.code === 'invalid_value' || issue.code === 'invalid_type');
  if (isMissing) return refusals.missing(param);
  switch (issue.code) {
    case 'unrecognized_keys':
      return refusals.unknown(nameOf([...issue.path, issue.keys[0] ?? '']));
    case 'invalid_value':
      return refusals.notOneOf(param, issue.values);
    case 'invalid_type':
      return refusals.wrongType(param, issue.expected, input);
    case 'custom':
      return refusals.rejected(param, issue.message, (issue.params as { code?: string } | undefined)?.code);
    default:
      return refusals.invalid(param, issue.message);
  }
}

/** Returns the reader of a processor's parameters, which refuses the main problem in the processor's words. */
export const paramReader =
  <R>(refusals: ParamRefusals<R>) =>
  <T>(schema: z.ZodType<T>, input: unknown): Read<T, R> => {
    const parsed = schema.safeParse(input);
    if (parsed.success) return { value: parsed.data };
    const issue = mainIssue(parsed.error.issues);
    return { refusal: refusalOf(issue, valueAt(input, issue.path), refusals) };
  };
