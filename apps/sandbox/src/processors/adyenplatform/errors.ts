import type { Answer } from '../../kit/calls/answer';
import type { FaultResponses } from '../../kit/calls/call-pipeline';
import type { ErrorFormat } from '../../kit/calls/error.filter';
import { withAmountsRaised } from '../../kit/calls/raised-amounts';

/** An error response of the Transfers API. */
export interface Refusal {
  readonly status: number;
  readonly errorCode: string;
  readonly title: string;
  readonly detail: string;
  readonly invalidFields?: readonly { readonly name: string; readonly message: string; readonly value: string }[];
}

const refusal = (status: number, errorCode: string, title: string, detail: string): Refusal => ({
  status,
  errorCode,
  title,
  detail,
});

export const noKey = refusal(401, '00_401', 'Unauthorized', 'The header X-API-Key is missing');
export const notFound = refusal(404, '30_112', 'Entity was not found', 'Transfer not found');
export const keyInUse = refusal(422, '704', 'Request already processed or in progress', 'The first call is running');
export const keyReused = refusal(422, '703', 'Invalid idempotency key', 'The key belongs to another request');
const failed = refusal(500, '00_500', 'Internal error', 'The sandbox fails on request');
const tooMany = refusal(429, '00_429', 'Too many requests', 'The sandbox refuses on request');

/** A field that Adyen does not accept; the value is not repeated. */
export const invalidField = (name: string, message: string): Refusal => ({
  ...refusal(422, '29_001', 'Invalid fields', `The field ${name} is invalid`),
  invalidFields: [{ name, message, value: '' }],
});

export const answerOf = (of: Refusal): Answer => ({
  status: of.status,
  body: { type: 'https://docs.adyen.com/errors/validation', requestId: 'sandbox', ...of },
});

export const faultResponses: FaultResponses = {
  failed: answerOf(failed),
  tooMany: answerOf(tooMany),
  notStored: answerOf(failed),
  withWrongAmount: ({ status, body }) => ({ status, body: withAmountsRaised({ ...body }, ['value'], 'amount') }),
};

/** The errors of requests that reach no decision. */
export const adyenErrors: ErrorFormat = {
  below: '/btl/',
  answer: ({ status, message }) =>
    answerOf(status >= 500 ? failed : refusal(status, `00_${status}`, 'Bad request', message)),
};
