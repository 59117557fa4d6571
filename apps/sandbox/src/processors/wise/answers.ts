import { fromMajorText, isCurrency, money, toMajorText } from '@payorch/kernel';
import type { Answer } from '../../kit/calls/answer';
import type { FaultResponses } from '../../kit/calls/call-pipeline';
import type { ErrorFormat } from '../../kit/calls/error.filter';
import type { Quote, Recipient, Subscription, Transfer } from './records';

export const answer = (status: number, body: object): Answer => ({ status, body });

/** A refusal with one problem; `path`: the field. */
export const problem = (status: number, code: string, message: string, path?: string): Answer =>
  answer(status, { errors: [{ code, message, ...(path !== undefined && { path, arguments: [] }) }] });

export const invalid = (path: string, message: string): Answer => problem(422, 'NOT_VALID', message, path);
export const notFound = (what: string): Answer => problem(404, 'NOT_FOUND', `No such ${what}`);
export const noToken = answer(401, {
  error: 'unauthorized',
  error_description: 'Full authentication is required to access this resource',
});

const failure = (status: number, error: string, path: string): Answer =>
  answer(status, { timestamp: new Date().toISOString(), status, error, path });

/** Minor units as Wise's number: 6540 EUR is 65.4. */
const majorOf = (amount: number, currency: string): number =>
  isCurrency(currency) ? Number(toMajorText(money(BigInt(amount), currency))) : amount;

/** The inverse; undefined for what is no exact amount of the currency. */
export function minorOf(major: number, currency: string): number | undefined {
  const sum = isCurrency(currency) ? fromMajorText(String(major), currency) : undefined;
  return sum && Number(sum.amount);
}

export const recipientView = ({ id, profile, currency, type }: Recipient) => {
  return { id: Number(id), profile: Number(profile), currency, type, active: true };
};

export const quoteView = ({ id, sourceCurrency, targetCurrency, amount }: Quote) => {
  const targetAmount = majorOf(amount, targetCurrency);
  return { id, sourceCurrency, targetCurrency, targetAmount, payOut: 'BANK_TRANSFER', rate: 1, status: 'PENDING' };
};

export const transferView = (transfer: Transfer) => ({
  id: Number(transfer.id),
  targetAccount: Number(transfer.recipient),
  quoteUuid: transfer.quote,
  status: transfer.status,
  reference: transfer.statement,
  rate: 1,
  created: new Date(transfer.created * 1000).toISOString().slice(0, 19).replace('T', ' '),
  details: { reference: transfer.statement },
  hasActiveIssues: transfer.status === 'bounced_back',
  sourceCurrency: transfer.sourceCurrency,
  sourceValue: majorOf(transfer.amount, transfer.currency),
  targetCurrency: transfer.currency,
  targetValue: majorOf(transfer.amount, transfer.currency),
  customerTransactionId: transfer.reference,
});

export const subscriptionView = ({ id, url, enabled_events: [trigger_on] }: Subscription) => {
  return { id, delivery: { version: '2.0.0', url }, trigger_on };
};

const cent = 0.01;

export const wiseFaultResponses: FaultResponses = {
  failed: failure(500, 'Internal Server Error', '/'),
  tooMany: failure(429, 'Too Many Requests', '/'),
  notStored: failure(500, 'Internal Server Error', '/'),
  withWrongAmount: ({ status, body }) => ({
    status,
    body:
      'targetValue' in body
        ? { ...body, targetValue: Math.round((Number(body.targetValue) + cent) * 100) / 100 }
        : body,
  }),
};

/** The errors of requests that reach no decision. */
export const wiseErrors: ErrorFormat = {
  below: '/wise/',
  answer: ({ status, path, message }) => failure(status, status === 404 ? 'Not Found' : message, path),
};
