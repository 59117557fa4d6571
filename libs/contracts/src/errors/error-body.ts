import { type Refusal, refusals, type WireError } from './errors';
import { differencesIn, type FieldProblem, leftOutIn, listed, shownPath } from './field-problems';

type Extra = NonNullable<WireError['extra']>[number];

function typeOf(status: number): string {
  if (status === 200) return 'blocked';
  return status === 500 || status === 503 ? 'api' : 'invalid_request';
}

const messageOf = ({ code, details }: Refusal): string =>
  refusals[code].message.replace(/\{(\w+)\}/g, (_, name: string) => details[name] ?? '');

/** A refusal whose field is unknown is no item of a list. The caller may have made up a part of the field's path. */
function problemOf({ kind, code, details }: Refusal): FieldProblem[] {
  const { field, path = field, plain } = details;
  if (path === undefined) return [];
  const shown = field === undefined ? details : { ...details, field: shownPath(field) };
  const message = plain ?? messageOf({ kind, code, details: shown });
  return [{ field: shownPath(path), message, code: refusals[code].code }];
}

/** Problems beyond what the message says; the first one is the message's own. */
function problemsOf(refusal: Refusal): readonly FieldProblem[] {
  const { details, others = [] } = refusal;
  if (details['nearest'] !== undefined)
    return [{ field: 'url', message: messageOf(refusal), nearest: details['nearest'] }];
  const [own] = problemOf(refusal);
  const further = own ? listed([own, ...others.flatMap(problemOf)]) : [];
  return further.length > 1 ? further : listed([...differencesIn(details), ...leftOutIn(details)]);
}

export interface ErrorBody {
  readonly error: Readonly<Partial<Record<Extra, string>>> & {
    readonly type: string;
    readonly message: string;
    readonly code: string;
    readonly fields?: readonly FieldProblem[];
  };
}

/** The error body, which has one shape for all refusals. */
export function errorBody(refusal: Refusal): { readonly status: number; readonly body: ErrorBody } {
  const wire: WireError = refusals[refusal.code];
  const extra: Partial<Record<Extra, string>> = {};
  for (const name of wire.extra ?? []) {
    const detail = refusal.details[name];
    if (detail !== undefined) extra[name] = detail;
  }
  const fields = problemsOf(refusal);
  const error = { type: wire.type ?? typeOf(wire.status), message: messageOf(refusal), code: wire.code, ...extra };
  return { status: wire.status, body: { error: fields.length === 0 ? error : { ...error, fields } } };
}
