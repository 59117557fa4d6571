import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@payorch/kernel';
import type { FastifyRequest } from 'fastify';
import type { Answer } from '../../../kit/calls/answer';
import { CallPipeline } from '../../../kit/calls/call-pipeline';
import { apiKeyOf, headerOf, isSameSecret, isUnknownFault, requestedFaultOf } from '../../../kit/calls/callers';
import { pathParam } from '../../../kit/calls/endpoints';
import type { Expansion } from '../../../kit/objects/expansion';
import { ObjectCalls } from '../../../kit/objects/object-calls';
import type { ReadCall } from '../../../kit/objects/object-endpoints';
import { treeOf } from '../../../kit/params/form';
import { valueAt } from '../../../kit/params/read-params';
import { defaultApiVersion, isApiVersion, isConnectedAccount, platformAccount } from '../account';
import type { DecisionContext } from '../decide/decision';
import type { Refusal } from '../errors';
import {
  invalidRequest,
  keyInUse,
  keyReused,
  keyTooLong,
  noApiKey,
  noSuch,
  notAForm,
  wrongAccount,
  wrongApiKey,
} from '../errors';
import type { StripeRecord } from '../objects/records';
import type { StripeSettings } from '../settings';
import { stripeSettings } from '../settings';
import { StripeService } from '../stripe.service';
import { viewOf } from '../views/view';
import { answerRefusal, plainRefusal, stripeFaultResponses } from './answers';

/** A call; its reference is the caller's order id, else its idempotency key. */
export interface StripeCall extends ReadCall {
  readonly apiVersion: string;
}

function readCall(request: FastifyRequest): StripeCall {
  const params = treeOf(request.method === 'GET' ? request.query : request.body);
  const key = request.method === 'POST' ? headerOf(request, 'idempotency-key') : undefined;
  const metadataOf = (name: string): string | undefined => {
    const value = valueAt(params, ['metadata', name]);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    id: pathParam(request, 'id'),
    account: headerOf(request, 'stripe-account') ?? platformAccount,
    apiVersion: headerOf(request, 'stripe-version') ?? defaultApiVersion,
    key: key ?? null,
    params,
    requestedFault: requestedFaultOf(request) ?? metadataOf('sandbox_fault'),
    reference: metadataOf('order_id') ?? key ?? newId<string>('op'),
  };
}

/** The refusals of a call before its endpoint reads it. */
function callProblem(request: FastifyRequest, call: StripeCall, secretKey: string): Refusal | undefined {
  const { account, apiVersion, requestedFault } = call;
  const key = apiKeyOf(request);
  if (key === undefined) return noApiKey;
  if (!isSameSecret(key, secretKey)) return wrongApiKey(key);
  if (account !== platformAccount && !isConnectedAccount(account)) return wrongAccount(account);
  const isDefault = headerOf(request, 'stripe-version') === undefined;
  if (!isDefault && !isApiVersion(apiVersion)) return invalidRequest(`Invalid Stripe API version: ${apiVersion}`);
  const { 'content-type': type = '' } = request.headers;
  const isOfFiles = new URL(request.url, 'http://stripe').pathname === '/v1/files';
  const expected = isOfFiles ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const isForm = !request.body || type.startsWith(expected);
  if (request.method === 'POST' && !isForm) return notAForm;
  return isUnknownFault(requestedFault) ? invalidRequest(`Unknown sandbox fault: ${requestedFault}`) : undefined;
}

/** Runs the calls of Stripe. */
@Injectable()
export class StripeCalls extends ObjectCalls<StripeRecord, Refusal, DecisionContext, StripeCall, StripeService> {
  protected readonly read = readCall;

  constructor(
    pipeline: CallPipeline,
    service: StripeService,
    @Inject(stripeSettings) private readonly settings: StripeSettings,
  ) {
    super('stripe', pipeline, service.memory.idempotency, service, stripeFaultResponses);
  }

  protected headersOf({ apiVersion }: StripeCall, requestId: string) {
    return { 'request-id': requestId, 'stripe-version': apiVersion };
  }

  protected acceptedHeaders({ account, key }: StripeCall, original?: string) {
    return {
      ...(account !== platformAccount && { 'stripe-account': account }),
      ...(key !== null && { 'idempotency-key': key }),
      ...(original !== undefined && { 'idempotent-replayed': 'true', 'original-request': original }),
    };
  }

  protected problem(request: FastifyRequest, call: StripeCall): Refusal | undefined {
    return callProblem(request, call, this.settings.secretKey);
  }

  protected keyProblem(key: string, earlier: 'running' | 'other_parameters' | undefined): Refusal | undefined {
    return keyTooLong(key) ?? (earlier && (earlier === 'running' ? keyInUse(key) : keyReused(key)));
  }

  protected answerOf(refusal: Refusal, isParsed: boolean): Answer {
    return isParsed ? answerRefusal(refusal, this.service.viewContext) : plainRefusal(refusal);
  }

  protected notFound(paymentId: string): Answer {
    return plainRefusal(noSuch('payment_intent', paymentId, 'intent', 404));
  }

  protected view(record: StripeRecord, expansion: Expansion): object {
    return viewOf(record, this.service.viewContext, expansion);
  }

  protected paymentsIn(changed: readonly StripeRecord[]): readonly string[] {
    return changed.filter(({ object }) => object === 'payment_intent').map(({ id }) => id);
  }
}
