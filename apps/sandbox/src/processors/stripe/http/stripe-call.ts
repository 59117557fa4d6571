import { createHash, timingSafeEqual } from 'node:crypto';
import { newId } from '@payorch/kernel';
import type { FastifyRequest } from 'fastify';
import type { CallDetails } from '../../../kit/calls/call-pipeline';
import { noDetails } from '../../../kit/calls/call-pipeline';
import { parseFault } from '../../../kit/faults/fault';
import { defaultApiVersion, isApiVersion, isConnectedAccount, platformAccount } from '../account';
import type { DecisionContext, StripeDecision } from '../decide/decision';
import type { Refusal } from '../errors';
import { invalidRequest, noApiKey, wrongAccount, wrongApiKey } from '../errors';
import type { Tree } from '../params/form';
import { treeOf } from '../params/form';

/** A call as read from its headers and its form. */
export interface StripeCall {
  readonly account: string;
  readonly apiVersion: string;
  readonly key: string | null;
  readonly params: { readonly [name: string]: Tree };
  /** The text of the fault that the call requests. */
  readonly requestedFault: string | undefined;
  /** The operation: the caller's order id, else its idempotency key. */
  readonly reference: string;
}

/** A call as its endpoint parsed it: a refusal, a decision to execute, or an object to show. */
export type ParsedCall =
  | { readonly refusal: Refusal; readonly details?: CallDetails }
  | {
      readonly details: CallDetails;
      readonly expand?: readonly string[] | undefined;
      readonly decide: (context: DecisionContext) => StripeDecision;
      /** Fields that are returned once beside the object. */
      readonly extra?: (shown: StripeDecision['shown']) => object;
    }
  | {
      readonly details: CallDetails;
      readonly show: () => object | Promise<object>;
      /** The response of a hidden lookup: an empty search result; without it the object is not found. */
      readonly hidden?: () => object;
    };

const header = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Reads a Bearer token, or the user name of Basic authentication. */
function keyOf(authorization: string | undefined): string | undefined {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) +(.+)$/i.exec(authorization ?? '') ?? [];
  if (scheme.toLowerCase() !== 'basic') return value || undefined;
  return Buffer.from(value, 'base64').toString().split(':')[0];
}

export function authorizationProblem(request: FastifyRequest, secretKey: string): Refusal | undefined {
  const input = keyOf(header(request, 'authorization'));
  if (input === undefined) return noApiKey;
  return timingSafeEqual(digest(input), digest(secretKey)) ? undefined : wrongApiKey(input);
}

/** A call in the name of an account that is no connected account of the platform. */
export function accountProblem(request: FastifyRequest): Refusal | undefined {
  const account = header(request, 'stripe-account');
  if (account === undefined || account === platformAccount || isConnectedAccount(account)) return undefined;
  return wrongAccount(account);
}

export function versionProblem(request: FastifyRequest): Refusal | undefined {
  const version = header(request, 'stripe-version');
  if (version === undefined || isApiVersion(version)) return undefined;
  return invalidRequest(`Invalid Stripe API version: ${version}`);
}

/** The interface accepts forms only. */
export function bodyProblem({ method, headers, body }: FastifyRequest): Refusal | undefined {
  const type = headers['content-type'] ?? '';
  if (method !== 'POST' || !body || type.startsWith('application/x-www-form-urlencoded')) return undefined;
  return invalidRequest(
    'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
  );
}

const textIn = (tree: Tree | undefined, name: string): string | undefined => {
  const value = typeof tree === 'object' && !Array.isArray(tree) ? (tree as Record<string, Tree>)[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
};

export function readCall(request: FastifyRequest): StripeCall {
  const params = treeOf(request.method === 'GET' ? request.query : request.body);
  const key = request.method === 'POST' ? header(request, 'idempotency-key') : undefined;
  return {
    account: header(request, 'stripe-account') ?? platformAccount,
    apiVersion: header(request, 'stripe-version') ?? defaultApiVersion,
    key: key ?? null,
    params,
    requestedFault: header(request, 'x-sandbox-fault') ?? textIn(params['metadata'], 'sandbox_fault'),
    reference: textIn(params['metadata'], 'order_id') ?? key ?? newId<string>('op'),
  };
}

/** An unknown fault is refused rather than ignored. */
export const faultProblem = ({ requestedFault }: StripeCall): Refusal | undefined =>
  requestedFault === undefined || parseFault(requestedFault)
    ? undefined
    : invalidRequest(`Unknown sandbox fault: ${requestedFault}`);

export const detailsOf = ({ reference }: StripeCall, rest: Partial<CallDetails> = {}): CallDetails => ({
  ...noDetails,
  connector: 'stripe',
  reference,
  ...rest,
});
