import type { Outcome } from '@payorch/contracts';
import type { BoundConnector, Card, FlowName, HttpReply, HttpRequest, Operations } from '@payorch/connector-kit';
import { unknown } from '@payorch/connector-kit';
import type { Clock } from '@payorch/kernel';
import type { Logger } from '@payorch/platform/telemetry';
import type { OpenedAccounts } from '../accounts/opened-accounts';
import type { NotSentReason } from '../domain/outcomes';
import { notSent } from '../domain/outcomes';
import type { CardOpener } from '../sealed/card-opener';
import type { CallCommand } from './call-command';

/** Everything that one call needs, in memory only. */
export interface PreparedCall {
  readonly request: HttpRequest;
  read(reply: HttpReply): Outcome;
  putBackCvc(): Promise<void>;
}

export type Preparation =
  { readonly kind: 'ready'; readonly call: PreparedCall } | { readonly kind: 'failed'; readonly outcome: Outcome };

type AuthorizeCommand = Extract<CallCommand, { flow: 'authorize' }>['data'];

const failed = (reason: NotSentReason): Preparation => ({ kind: 'failed', outcome: notSent(reason) });
const nothingToPutBack = (): Promise<void> => Promise.resolve();

export interface CallPreparerOptions {
  readonly accounts: Pick<OpenedAccounts, 'account'>;
  readonly cards: Pick<CardOpener, 'open'>;
  /** Where processors reach us: the gateway. */
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Opens what is sealed and builds the request. Whatever fails here fails definitely: nothing has left us. */
export class CallPreparer {
  constructor(private readonly options: CallPreparerOptions) {}

  async prepare(command: CallCommand): Promise<Preparation> {
    const { data } = command;
    const account = this.options.accounts.account(data.merchantId, data.account);
    if (!account) return failed('NO_ACCOUNT');
    const { bound } = account;
    switch (command.flow) {
      case 'authorize':
        return this.prepareAuthorize(bound, command.data);
      case 'capture': {
        const { operationId: id, reference, money, authorized } = command.data;
        return this.build(bound, 'capture', { id, reference, money, authorized });
      }
      case 'void': {
        const { operationId: id, reference, reason } = command.data;
        return this.build(bound, 'void', { id, reference, reason });
      }
    }
  }

  private async prepareAuthorize(bound: BoundConnector, data: AuthorizeCommand): Promise<Preparation> {
    if (this.options.clock.now() > new Date(data.notAfter)) return failed('EXPIRED_BEFORE_SEND');
    if (data.card === null) return this.build(bound, 'authorize', this.operationOf(data, null));
    const opening = await this.options.cards.open(data.card, data.merchantId);
    if (opening.kind === 'failed') return failed(opening.reason);
    const { card, putBack } = opening.opened;
    return this.build(bound, 'authorize', this.operationOf(data, card), putBack);
  }

  private operationOf(data: AuthorizeCommand, card: Card | null): Operations['authorize'] {
    const { merchantConnectorId, connector } = data.account;
    return {
      ...data,
      id: data.operationId,
      card,
      returnUrl: data.returnUrl.replaceAll('{connector}', connector),
      webhookUrl: `${this.options.publicUrl}/webhooks/${data.merchantId}/${merchantConnectorId}`,
    };
  }

  private build<Name extends FlowName>(
    bound: BoundConnector,
    name: Name,
    operation: Operations[Name],
    putBackCvc = nothingToPutBack,
  ): Preparation {
    const flow = bound.flow(name);
    if (!flow) return failed('FLOW_NOT_SUPPORTED');
    const { logger } = this.options;
    try {
      const request = flow.buildRequest(operation);
      const read = (reply: HttpReply): Outcome => {
        try {
          return flow.parseResponse(operation, reply);
        } catch (error) {
          logger.error({ error, operationId: operation.id, flow: name }, 'a connector failed to read an answer');
          return unknown('UNREADABLE_ANSWER', 'The answer of the processor could not be read');
        }
      };
      return { kind: 'ready', call: { request, read, putBackCvc } };
    } catch (error) {
      logger.error({ error, operationId: operation.id, flow: name }, 'a connector failed to build a request');
      return failed('REQUEST_NOT_BUILT');
    }
  }
}
