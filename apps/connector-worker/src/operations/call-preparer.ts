import type { AuthorizeOperation, JsonObject, Outcome, SealedCard } from '@payorch/contracts';
import {
  authenticationDetails,
  authenticationPlace,
  baseAccountOf,
  detailsOfText,
  detailsPlace,
  flowNotSupported,
  joinOperation,
  namedAccountOf,
  recipientCard,
} from '@payorch/contracts';
import type { BoundConnector, Card, FlowName, NetworkTokenCard, Operations } from '@payorch/connector-kit';
import { type Clock, Secret } from '@payorch/kernel';
import { type MerchantSeals, SealError } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import type { OpenedAccount } from '../accounts/opened-accounts';
import type { NotSentReason } from '../domain/outcomes';
import { notSent } from '../domain/outcomes';
import type { CardOpener } from '../sealed/card-opener';
import type { TokenCalls } from '../network-tokens/token-call';
import type { MethodDataOpener } from '../sealed/method-data-opener';
import { withTokenExpiry } from '../sealed/token-expiry';
import type { CallCommand, UnreferencedRefundData } from './call-command';
import { takesNetworkTokens } from './network-token-connectors';
import { guarded } from './guarded-flow';
import type { PreparedCall } from './prepared-call';
import { wholeOf, withWhole } from './whole-answer';

export type Preparation =
  | { readonly kind: 'ready'; readonly call: PreparedCall }
  | { readonly kind: 'failed'; readonly outcome: Outcome };

type AuthorizeCommand = Extract<CallCommand, { flow: 'authorize' }>['data'];
type AuthenticateCommand = Extract<CallCommand, { flow: 'authenticate' }>['data'];
/** The command with its details opened. */
type OpenedAuthorization = AuthorizeOperation & Pick<AuthorizeCommand, 'account'>;

const failed = (reason: NotSentReason): Preparation => ({ kind: 'failed', outcome: notSent(reason) });
/** The ids in log lines about a call: request, merchant and payment. */
type About = Readonly<Record<string, string>>;

const aboutOf = ({ requestId, data: { merchantId, paymentId } }: CallCommand): About => ({
  merchant_id: merchantId,
  payment_id: paymentId,
  ...(requestId !== undefined && { request_id: requestId }),
});

const unchanged = (preparation: Preparation): Preparation => preparation;

/** Adds the processor's whole answer to the outcome. */
function withWholeAnswer(preparation: Preparation): Preparation {
  if (preparation.kind === 'failed') return preparation;
  const { call } = preparation;
  const read: PreparedCall['read'] = (reply, found) => withWhole(call.read(reply, found), wholeOf(reply));
  return { kind: 'ready', call: { ...call, read } };
}

const finishFor = ({ allKeysRequired }: { readonly allKeysRequired?: boolean | undefined }) =>
  allKeysRequired ? withWholeAnswer : unchanged;

export interface CallPreparerOptions {
  readonly cards: Pick<CardOpener, 'open'>;
  readonly methodData: Pick<MethodDataOpener, 'open'>;
  readonly tokens: Pick<TokenCalls, 'choose'>;
  readonly seals: Pick<MerchantSeals, 'open'>;
  /** The gateway's URL, as processors reach it. */
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Opens sealed data and builds the call of a command. A failure here is definite: nothing was sent. */
export class CallPreparer {
  constructor(private readonly options: CallPreparerOptions) {}

  /** Prepares the call for the account of the claim, with the settings that the claim's pin names. */
  async prepare(
    command: CallCommand,
    account: OpenedAccount | undefined,
    { hasBegun = false } = {},
  ): Promise<Preparation> {
    const about = aboutOf(command);
    if (!account) return failed('NO_ACCOUNT');
    const { bound } = account;
    switch (command.flow) {
      case 'authorize':
        return this.prepareAuthorize(bound, command.data, { about, hasBegun });
      case 'capture': {
        const { operationId: id, reference, money, authorized, multiple, connectedAccount } = command.data;
        const capture = { id, reference, money, authorized, multiple, connectedAccount };
        return finishFor(command.data)(this.build(bound, 'capture', capture, about));
      }
      case 'void': {
        const { operationId: id, reference, reason, connectedAccount } = command.data;
        return finishFor(command.data)(this.build(bound, 'void', { id, reference, reason, connectedAccount }, about));
      }
      case 'post_capture_void': {
        const { operationId: id, reference, charged, reason, connectedAccount } = command.data;
        return this.build(bound, 'postCaptureVoid', { id, reference, charged, reason, connectedAccount }, about);
      }
      case 'extend': {
        const { operationId: id, reference, connectedAccount } = command.data;
        return this.build(bound, 'extend', { id, reference, connectedAccount }, about);
      }
      case 'increment': {
        const { operationId: id, reference, money, authorized, reason, connectedAccount } = command.data;
        const operation = { id, reference, money, authorized, reason, connectedAccount };
        return this.build(bound, 'increment', operation, about);
      }
      case 'create_order': {
        const { operationId: id, money, capture, connectedAccount } = command.data;
        return this.build(bound, 'createOrder', { id, money, capture, connectedAccount }, about);
      }
      case 'pre_authenticate': {
        const { operationId: id, card, requestorUrl, merchantId } = command.data;
        return this.withCard(card, merchantId, (opened) =>
          this.build(bound, 'preAuthenticate', { id, card: opened, requestorUrl }, about),
        );
      }
      case 'authenticate':
        return this.prepareAuthenticate(bound, command.data, about);
      case 'revoke_mandate': {
        const { operationId: id, reference } = command.data;
        return this.build(bound, 'revokeMandate', { id, reference }, about);
      }
      case 'refund': {
        const { operationId: id, refundId, reference, money, charged, reason, metadata } = command.data;
        const { connectedAccount, reverts } = command.data;
        const webhookUrl = this.webhookUrlOf(command.data);
        const refund = { id, refundId, reference, money, charged, reason, metadata, webhookUrl };
        return this.build(bound, 'refund', { ...refund, connectedAccount, reverts }, about);
      }
      case 'unreferenced_refund':
        // The flow is that of a whole folder of connectors; the definition says which of them use it.
        if (account.connector.unreferencedRefunds !== true) return failed(flowNotSupported);
        return this.prepareUnreferencedRefund(bound, command.data, about);
    }
  }

  private prepareUnreferencedRefund(
    bound: BoundConnector,
    { operationId: id, reference, money, customerId, sealedRecipient, merchantId }: UnreferencedRefundData,
    about: About,
  ): Preparation {
    const opened = recipientCard.safeParse(this.options.methodData.open(sealedRecipient, merchantId));
    if (!opened.success) return failed('CARD_UNREADABLE');
    const { number, ...shown } = opened.data;
    const card: Card = { ...shown, number: new Secret(number), cvc: null, network: null };
    return this.build(bound, 'unreferencedRefund', { id, reference, money, customerId, card }, about);
  }

  private prepareAuthenticate(
    bound: BoundConnector,
    { operationId: id, card, merchantId, sealedDetails, ...data }: AuthenticateCommand,
    about: About,
  ): Promise<Preparation> {
    const details = this.opened(() =>
      authenticationDetails.parse(
        JSON.parse(this.options.seals.open(sealedDetails, authenticationPlace({ merchantId, operationId: id }))),
      ),
    );
    if (!details) return Promise.resolve(failed('DETAILS_UNREADABLE'));
    const { cardHolderName: holderName, ...customer } = details;
    return this.withCard(card, merchantId, (opened) =>
      this.build(bound, 'authenticate', { ...data, ...customer, id, card: { ...opened, holderName } }, about),
    );
  }

  private async withCard(
    card: SealedCard,
    merchantId: AuthorizeCommand['merchantId'],
    build: (card: Card) => Preparation,
  ): Promise<Preparation> {
    const opening = await this.options.cards.open(card, merchantId);
    return opening.kind === 'failed' ? failed(opening.reason) : build(opening.card);
  }

  private async prepareAuthorize(
    bound: BoundConnector,
    command: AuthorizeCommand,
    { about, hasBegun }: { about: About; hasBegun: boolean },
  ): Promise<Preparation> {
    // Only a first call can be too late: an operation that the processor may have is finished.
    if (!hasBegun && this.options.clock.now() > new Date(command.notAfter)) return failed('EXPIRED_BEFORE_SEND');
    const data = this.withDetails(command);
    if (!data) return failed('DETAILS_UNREADABLE');
    const { card: sealedCard, sealedMethodData, merchantId } = data;
    const name = data.money.amount === 0n ? 'setup' : 'authorize';
    const opened = sealedMethodData && this.options.methodData.open(sealedMethodData, merchantId);
    if (opened === undefined) return failed('METHOD_DATA_UNREADABLE');
    const methodData = withTokenExpiry(opened, data.walletToken);
    const finish = finishFor(data);
    if (sealedCard === null) return finish(this.build(bound, name, this.operationOf(data, null, methodData), about));
    const opening = await this.options.cards.open(sealedCard, merchantId);
    if (opening.kind === 'failed') return failed(opening.reason);
    const byNumber = this.build(bound, name, this.operationOf(data, opening.card, methodData), about);
    return finish(this.byTokenOrNumber(bound, data, byNumber, about));
  }

  /** The call of a card's number; at a connector that takes network tokens, that of the card's token where it has one. */
  private byTokenOrNumber(
    bound: BoundConnector,
    data: OpenedAuthorization,
    number: Preparation,
    about: About,
  ): Preparation {
    const { networkToken: token, card } = data;
    if (number.kind === 'failed' || !token || !takesNetworkTokens(data) || data.money.amount === 0n) return number;
    const { expiryMonth, expiryYear } = token;
    const shown = { expiryMonth, expiryYear, holderName: card?.holderName ?? null, network: card?.network ?? null };
    const call = this.options.tokens.choose(data, {
      token,
      byNumber: number.call,
      byToken: (opened, { cryptogram, eci }) => {
        const networkToken = { ...shown, number: opened, cryptogram, eci };
        const built = this.build(bound, 'authorize', this.operationOf(data, null, null, networkToken), about);
        return built.kind === 'ready' ? built.call : undefined;
      },
    });
    return { kind: 'ready', call };
  }

  /** Undefined: the details do not open. Details whose key has not arrived are tried again with their message. */
  private withDetails({
    account,
    fallbacks: _,
    decision: _decision,
    ...operation
  }: AuthorizeCommand): OpenedAuthorization | undefined {
    return this.opened(() => {
      const text = this.options.seals.open(operation.sealedDetails, detailsPlace(operation));
      return { ...joinOperation(operation, detailsOfText(text)), account };
    });
  }

  private opened<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (error instanceof SealError) return undefined;
      throw error;
    }
  }

  private operationOf(
    data: OpenedAuthorization,
    card: Card | null,
    methodData: JsonObject | null,
    networkToken?: NetworkTokenCard,
  ): Operations['authorize'] {
    return {
      ...data,
      id: data.operationId,
      card,
      networkToken,
      methodData,
      extended: data.extended === true,
      multiple: data.multiple === true,
      overcapture: data.overcapture === true,
      partial: data.partial === true,
      returnUrl: data.returnUrl.replaceAll('{connector}', data.account.connector),
      webhookUrl: this.webhookUrlOf(data),
      ...namedAccountOf(data.split),
    };
  }

  private webhookUrlOf({ merchantId, account }: Pick<AuthorizeCommand, 'merchantId' | 'account'>): string {
    return `${this.options.publicUrl}/webhooks/${merchantId}/${baseAccountOf(account.merchantConnectorId)}`;
  }

  private build<Name extends FlowName>(
    bound: BoundConnector,
    name: Name,
    operation: Operations[Name],
    about: About,
  ): Preparation {
    const flow = bound.flow(name);
    if (!flow) return failed(flowNotSupported);
    const call = guarded(flow, name, operation, this.options.logger, about);
    return call ? { kind: 'ready', call } : failed('REQUEST_NOT_BUILT');
  }
}
