import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CallPipeline } from '../../kit/calls/call-pipeline';
import { headerOf, isUnknownFault, requestedFaultOf } from '../../kit/calls/callers';
import { pathParam } from '../../kit/calls/endpoints';
import { accountDigest } from '../../kit/ledger/account-digest';
import { ObjectCalls } from '../../kit/objects/object-calls';
import type { ReadCall } from '../../kit/objects/object-endpoints';
import type { DecisionContext } from './decide-transfer';
import type { Refusal } from './errors';
import { answerOf, faultResponses, invalidField, keyInUse, keyReused, noKey, notFound } from './errors';
import type { AdyenRecord } from './transfer';
import { faultOf, transferView } from './transfer';
import { transferBody } from './transfer-params';
import { connector, TransferService } from './transfer.service';

function readCall(request: FastifyRequest): ReadCall {
  const isPost = request.method === 'POST';
  const body = isPost ? transferBody.safeParse(request.body).data : undefined;
  const key = isPost ? headerOf(request, 'idempotency-key') : undefined;
  return {
    id: pathParam(request, 'id'),
    account: accountDigest(headerOf(request, 'x-api-key') ?? ''),
    key: key ?? null,
    params: isPost ? request.body : request.query,
    requestedFault: requestedFaultOf(request) ?? (body && faultOf(body)),
    reference: body?.reference ?? key ?? '',
  };
}

/** Runs the calls of the Transfers API. Any API key is accepted; each has transfers of its own. */
@Injectable()
export class TransferCalls extends ObjectCalls<AdyenRecord, Refusal, DecisionContext, ReadCall, TransferService> {
  protected readonly read = readCall;

  constructor(pipeline: CallPipeline, service: TransferService) {
    super(connector, pipeline, service.memory.idempotency, service, faultResponses);
  }

  protected headersOf({ key }: ReadCall): Readonly<Record<string, string>> {
    return key === null ? {} : { 'idempotency-key': key };
  }

  protected readonly acceptedHeaders = () => ({});

  protected problem(request: FastifyRequest, { requestedFault }: ReadCall): Refusal | undefined {
    if (headerOf(request, 'x-api-key') === undefined) return noKey;
    return isUnknownFault(requestedFault) ? invalidField('x-sandbox-fault', 'No such fault') : undefined;
  }

  protected keyProblem(_key: string, earlier: 'running' | 'other_parameters' | undefined): Refusal | undefined {
    return earlier && (earlier === 'running' ? keyInUse : keyReused);
  }

  protected readonly answerOf = answerOf;
  protected readonly notFound = () => answerOf(notFound);

  protected view(record: AdyenRecord): object {
    return record.object === 'transfer' ? transferView(record) : {};
  }

  protected readonly paymentsIn = (changed: readonly AdyenRecord[]) => changed.map(({ id }) => id);
}
