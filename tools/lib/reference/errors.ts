import { errorHelp, refusals, refusalsByWireCode, type RefusalCode } from '@payorch/contracts';
import { code } from '../markdown';
import { raisedErrors } from '../../../libs/harness/e2e/support/raised-errors';
import type { Operation } from './schema';

const linked = (wireCode: string): string => `[${wireCode}](docs/errors#${wireCode})`;

const wireCodesOf = (area: string): string[] => {
  const raised = raisedErrors[area];
  if (!raised) throw new Error(`libs/harness/e2e/support/raised-errors.ts has no area "${area}"`);
  return raised.map(([error]) => error.slice(0, 5));
};

/** The areas whose errors the operations of a tag raise, beside those of the key and the path. */
const areasOfTags: Readonly<Record<string, readonly string[]>> = {
  Payments: ['payments'],
  Refunds: ['payments'],
  Customers: ['customers and ephemeral keys'],
  'Ephemeral Keys': ['customers and ephemeral keys'],
  'Payment Methods': ['payment methods and cards'],
  Cards: ['payment methods and cards'],
  'Card Issuer': ['payment methods and cards'],
  Mandates: ['mandates'],
  Blocklist: ['blocklist'],
  Gsm: ['GSM and configs'],
  Config: ['GSM and configs'],
};

const statusesOf = (wireCode: string): string[] =>
  (Object.keys(refusals) as RefusalCode[])
    .filter((refusal) => refusals[refusal].code === wireCode)
    .map((refusal) => String(refusals[refusal].status));

/** An error under a status that the operation answers, raised by a journey of its area or by the service itself. */
function codesOf({ responses, tags, parameters = [] }: Operation): string[] {
  const statuses = Object.keys(responses);
  const areas = ['the key and the path', 'idempotency', ...tags.flatMap((tag) => areasOfTags[tag] ?? [])];
  const isSecret = (wireCode: string): boolean => wireCode === 'IR_08' || wireCode === 'IR_09';
  const takesSecret =
    parameters.some(({ name }) => name === 'client_secret') || tags.some((tag) => /^Payment/.test(tag));
  const unknownPath = new Set(['IR_02', 'IR_03']);
  const raised = [...areas.flatMap(wireCodesOf), 'HE_00'].filter(
    (wireCode) => !unknownPath.has(wireCode) && (takesSecret || !isSecret(wireCode)),
  );
  const names = statuses.includes('404') ? [...raised, 'HE_02'] : raised;
  return [...new Set(names)].filter((wireCode) => statusesOf(wireCode).some((one) => statuses.includes(one))).sort();
}

/** The error codes of an operation with links to their help; empty for an operation without errors. */
export function errorSentence(operation: Operation): string {
  if (Object.keys(operation.responses).every((status) => status.startsWith('2'))) return '';
  return `Errors: ${codesOf(operation).map(linked).join(', ')}.`;
}

/** What a shared response says: the codes with its status. */
export function responseSentence(status: string): string {
  const codes = refusalsByWireCode()
    .filter(([, names]) => names.some((name) => String(refusals[name].status) === status))
    .map(([wireCode]) => linked(wireCode));
  return codes.length > 0 ? `Codes: ${codes.join(', ')}.` : '';
}

/** A line for each code, with the first of its causes. */
export const errorList = (): string =>
  refusalsByWireCode()
    .map(([wireCode, names]) => `- ${linked(wireCode)}: ${names.map((name) => errorHelp[name].cause)[0] ?? code(wireCode)}`)
    .join('\n');
