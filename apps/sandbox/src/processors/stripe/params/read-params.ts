import { z } from 'zod';
import type { Refusal } from '../errors';
import { invalidRequest, missingParam, unknownParam } from '../errors';

export type Read<T> = { readonly value: T } | { readonly refusal: Refusal };

type Issue = z.core.$ZodIssue;

/** Formats a path as `payment_method_data[card][number]`. */
const nameOf = ([first, ...rest]: readonly PropertyKey[]): string =>
  `${String(first ?? '')}${rest.map((part) => `[${String(part)}]`).join('')}`;

const oneOf = (values: readonly unknown[]): string =>
  values.length < 2 ? String(values[0]) : `${values.slice(0, -1).join(', ')}, or ${String(values.at(-1))}`;

function refusalOf(issue: Issue, input: unknown): Refusal {
  const param = nameOf(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownParam(nameOf([...issue.path, issue.keys[0] ?? '']));
    case 'invalid_value':
      return input === undefined
        ? missingParam(param)
        : invalidRequest(`Invalid ${param}: must be one of ${oneOf(issue.values)}`, { param });
    case 'custom':
      return invalidRequest(issue.message, { ...(issue.params as { code?: string } | undefined), param });
    case 'invalid_type':
      if (input === undefined) return missingParam(param);
      return issue.expected === 'object' || issue.expected === 'record'
        ? invalidRequest('Invalid object', { param })
        : issue.expected === 'array'
          ? invalidRequest('Invalid array', { param })
          : invalidRequest(`Invalid string: ${JSON.stringify(input)}`, { param });
    default:
      return invalidRequest(`Invalid ${param}: ${issue.message}`, { param });
  }
}

const at = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    input,
  );

/** How far a union branch is from the input: another type is farthest, then unknown names. */
const distance = (issues: readonly Issue[]): number =>
  issues.reduce(
    (sum, { code, path }) =>
      sum + (path.length === 0 && code !== 'unrecognized_keys' ? 100 : code === 'unrecognized_keys' ? 10 : 1),
    0,
  );

/** Unknown names come first, as at Stripe; of a union, the problem of the nearest branch. */
function mainIssue(issues: readonly Issue[]): Issue {
  const first = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;
  if (first.code !== 'invalid_union') return first;
  const [nearest] = [...first.errors].sort((a, b) => distance(a) - distance(b));
  if (!nearest || nearest.length === 0) return first;
  const inner = mainIssue(nearest);
  return { ...inner, path: [...first.path, ...inner.path] };
}

/** Parses the parameters, or returns Stripe's error for the main problem. */
export function readParams<T>(schema: z.ZodType<T>, input: unknown): Read<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { value: parsed.data };
  const issue = mainIssue(parsed.error.issues);
  return { refusal: refusalOf(issue, at(input, issue.path)) };
}
