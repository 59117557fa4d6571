import type { Answer } from '../../kit/calls/answer';
import type { FaultResponses } from '../../kit/calls/call-pipeline';
import type { ErrorFormat } from '../../kit/calls/error.filter';

export const urlPrefix = 'paymentservices';

/** An error in Apple's form: the status again, as text. */
export const errorAnswer = (status: number, statusMessage: string): Answer => ({
  status,
  body: { statusCode: String(status), statusMessage: `Payment Services Exception ${statusMessage}` },
});

export const applePayErrors: ErrorFormat = {
  below: `/${urlPrefix}/`,
  answer: ({ status, message }) => errorAnswer(status, message),
};

export const faultResponses: FaultResponses = {
  failed: errorAnswer(500, 'the sandbox fails on request'),
  tooMany: errorAnswer(429, 'too many requests'),
  notStored: errorAnswer(500, 'the ledger cannot be written'),
  // A session names no amount.
  withWrongAmount: (answer) => answer,
};
