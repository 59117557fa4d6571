import type { JsonObject, Outcome, PayoutDestinationData, SealedCard } from '@payorch/contracts';
import { flowNotSupported, namedAccountOf, payoutDestinationData, recipientCard } from '@payorch/contracts';
import type { Card, EvidenceFile, FlowName, FlowOperations, NetworkTokenCard } from '@payorch/connector-kit';
import { flowOf } from '@payorch/connector-kit';
import type { EvidenceFiles } from '../../sealed/evidence-files';
import { type Clock, Secret } from '@payorch/kernel';
import { declarationOf, detailsOfText, detailsPlace, type OperationsOf, type SealedFactsOf } from '@payorch/operations';
import { type MerchantSeals, SealError } from '@payorch/platform/sealing';
import type { Logger } from '@payorch/platform/telemetry';
import type { OpenedAccount } from '../../accounts/opened-accounts';
import type { NotSentReason } from '../../domain/outcomes';
import { notSent } from '../../domain/outcomes';
import type { CardOpener } from '../../sealed/card-opener';
import type { TokenCalls } from '../../network-tokens/token-call';
import type { MethodDataOpener } from '../../sealed/method-data-opener';
import { withTokenExpiry } from '../../sealed/token-expiry';
import { type CallCommand, isPayoutCall } from './call-command';
import { takesNetworkTokens } from './network-token-connectors';
import { guarded } from '../../calls/guarded-flow';
import type { PreparedCall } from '../../calls/prepared-call';
import { rawOf, withRaw } from '../raw-answer';

export type Preparation =
  | { readonly kind: 'ready'; readonly call: PreparedCall }
  | { readonly kind: 'failed'; readonly outcome: Outcome };

type Data<Flow extends CallCommand['flow']> = CallCommand<Flow>['data'];
/** The facts of an operation that its flow gets, with everything opened; a flow of its own adds to them. */
type OpenedFacts = Readonly<Record<string, unknown>>;

/** An operation that is not sent, and why. */
class NotPrepared extends Error {
  constructor(readonly reason: NotSentReason) {
    super(reason);
  }
}

const failed = (reason: NotSentReason): Preparation => ({ kind: 'failed', outcome: notSent(reason) });

/** The ids in log lines about a call: request, merchant, and payment or payout. */
function aboutOf(command: CallCommand): Readonly<Record<string, string>> {
  const { requestId, data } = command;
  const { merchantId, paymentId } = data;
  return {
    merchant_id: merchantId,
    ...(isPayoutCall(command) ? { payout_id: paymentId } : { payment_id: paymentId }),
    ...(requestId !== undefined && { request_id: requestId }),
  };
}

/** Adds the processor's raw answer to the outcome. */
function withWholeAnswer(call: PreparedCall): PreparedCall {
  const read: PreparedCall['read'] = (reply, found) => withRaw(call.read(reply, found), rawOf(reply));
  return { ...call, read };
}

export interface CallPreparerOptions {
  readonly cards: Pick<CardOpener, 'open'>;
  readonly methodData: Pick<MethodDataOpener, 'open'>;
  readonly tokens: Pick<TokenCalls, 'choose'>;
  readonly evidence: Pick<EvidenceFiles, 'read'>;
  readonly seals: Pick<MerchantSeals, 'open'>;
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
    if (!account) return failed('NO_ACCOUNT');
    try {
      const call = await this.callOf(command, account, hasBegun);
      const isWhole = 'allKeysRequired' in command.data && command.data.allKeysRequired === true;
      return { kind: 'ready', call: isWhole ? withWholeAnswer(call) : call };
    } catch (error) {
      if (error instanceof NotPrepared) return failed(error.reason);
      throw error;
    }
  }

  private async callOf(command: CallCommand, account: OpenedAccount, hasBegun: boolean): Promise<PreparedCall> {
    if (isPayoutCall(command)) return this.payout(command, account);
    switch (command.flow) {
      case 'authorize':
        return this.authorization(command, account, hasBegun);
      case 'unreferenced_refund':
        // The flow is that of a whole folder of connectors; the definition says which of them use it.
        if (account.connector.unreferencedRefunds !== true) throw new NotPrepared(flowNotSupported);
        return this.build(
          'unreferencedRefund',
          { ...this.factsOf(command), card: this.recipient(command.data) },
          command,
          account,
        );
      case 'submit_evidence': {
        if (!account.bound.flow('submitEvidence')) throw new NotPrepared(flowNotSupported);
        const facts = this.factsOf(command);
        const files = await this.filesOf(command.data, facts);
        return this.build('submitEvidence', { ...facts, files }, command, account);
      }
      default: {
        const facts = this.factsOf(command);
        const card = 'card' in command.data && { card: await this.cardOf(command.data.card, command, facts) };
        return this.build(flowOf(command.flow), { ...facts, ...card }, command, account);
      }
    }
  }

  /** A step of a payout: to a card, or to the account or the wallet of its destination. The card of a payout has no CVC. */
  private async payout(command: CallCommand<OperationsOf<'payout'>>, account: OpenedAccount): Promise<PreparedCall> {
    const facts = this.factsOf(command);
    const { card: sealed } = command.data;
    const card = sealed && (await this.cardOf(sealed, command, facts));
    const destination = this.destinationOf(command.data);
    return this.build(flowOf(command.flow), { ...facts, card, destination }, command, account);
  }

  /** The files of the evidence. All of them are submitted, or nothing is. */
  private async filesOf({ merchantId }: Data<'submit_evidence'>, facts: OpenedFacts): Promise<readonly EvidenceFile[]> {
    const { files } = facts as unknown as Pick<SealedFactsOf<'submit_evidence'>, 'files'>;
    return Promise.all(
      files.map(async (named) => {
        const file = await this.options.evidence.read(merchantId, named);
        if (!file) throw new NotPrepared('EVIDENCE_MISSING');
        return file;
      }),
    );
  }

  private destinationOf({ sealedDestination, merchantId }: Data<OperationsOf<'payout'>>): PayoutDestinationData | null {
    if (sealedDestination === null) return null;
    const opened = payoutDestinationData.safeParse(this.options.methodData.open(sealedDestination, merchantId));
    if (!opened.success) throw new NotPrepared('DESTINATION_UNREADABLE');
    return opened.data;
  }

  private recipient({ sealedRecipient, merchantId }: Data<'unreferenced_refund'>): Card {
    const opened = recipientCard.safeParse(this.options.methodData.open(sealedRecipient, merchantId));
    if (!opened.success) throw new NotPrepared('CARD_UNREADABLE');
    const { number, ...shown } = opened.data;
    return { ...shown, number: new Secret(number), cvc: null, network: null };
  }

  private async authorization(
    command: CallCommand<'authorize'>,
    account: OpenedAccount,
    hasBegun: boolean,
  ): Promise<PreparedCall> {
    const { data } = command;
    // Only a first call can be too late: an operation that the processor may have is finished.
    if (!hasBegun && this.options.clock.now() > new Date(data.notAfter)) throw new NotPrepared('EXPIRED_BEFORE_SEND');
    const facts = this.factsOf(command);
    const { merchantId, sealedMethodData, attemptId, returnUrl } = data;
    const opened = sealedMethodData && this.options.methodData.open(sealedMethodData, merchantId);
    if (opened === undefined) throw new NotPrepared('METHOD_DATA_UNREADABLE');
    const charge = {
      ...facts,
      attemptId,
      returnUrl: returnUrl.replaceAll('{connector}', data.account.connector),
      ...namedAccountOf(data.split),
    };
    const flow = data.money.amount === 0n ? 'setup' : 'authorize';
    const methodData: JsonObject | null = withTokenExpiry(opened, data.walletToken);
    const card = data.card && (await this.cardOf(data.card, command, facts));
    const byNumber = this.build(flow, { ...charge, card, methodData }, command, account);
    const { networkToken: token } = data;
    // At a connector that takes network tokens: the call of the card's token where it has one.
    if (!card || !token || !takesNetworkTokens(data) || flow === 'setup') return byNumber;
    const { expiryMonth, expiryYear } = token;
    return this.options.tokens.choose(data, {
      token,
      byNumber,
      byToken: (number, { cryptogram, eci }) => {
        const { holderName, network } = card;
        const networkToken: NetworkTokenCard = {
          number,
          expiryMonth,
          expiryYear,
          cryptogram,
          eci,
          holderName,
          network,
        };
        const call = { ...charge, card: null, methodData: null, networkToken };
        return this.guardedCall('authorize', call, command, account);
      },
    });
  }

  /** The facts of a command that its flow gets, the personal ones opened, but not yet its card. */
  private factsOf(command: CallCommand): OpenedFacts {
    const { flow, data } = command;
    const { facts } = declarationOf(flow);
    const given = Object.entries(data).filter(([name]) => name in facts);
    const { operationId: id } = data;
    const named = 'connectedAccount' in data && { connectedAccount: data.connectedAccount };
    return { id, ...Object.fromEntries(given), ...named, ...this.detailsOf(command) };
  }

  /** Details whose key has not arrived are tried again with their message. */
  private detailsOf({ flow, data }: CallCommand): Partial<SealedFactsOf<CallCommand['flow']>> {
    if (!('sealedDetails' in data)) return {};
    try {
      return detailsOfText(flow, this.options.seals.open(data.sealedDetails, detailsPlace(flow, data)));
    } catch (error) {
      if (error instanceof SealError) throw new NotPrepared('DETAILS_UNREADABLE');
      throw error;
    }
  }

  /** The name of the card's holder is sealed with the details. */
  private async cardOf(sealed: SealedCard, { data }: CallCommand, { cardHolderName }: OpenedFacts): Promise<Card> {
    const opening = await this.options.cards.open(sealed, data.merchantId);
    if (opening.kind === 'failed') throw new NotPrepared(opening.reason);
    return { ...opening.card, holderName: (cardHolderName as string | null | undefined) ?? null };
  }

  private build(flow: FlowName, facts: OpenedFacts, command: CallCommand, account: OpenedAccount): PreparedCall {
    if (!account.bound.flow(flow)) throw new NotPrepared(flowNotSupported);
    const call = this.guardedCall(flow, facts, command, account);
    if (!call) throw new NotPrepared('REQUEST_NOT_BUILT');
    return call;
  }

  /** Undefined where the connector has no such flow, or fails. */
  private guardedCall<Name extends FlowName>(
    name: Name,
    { cardHolderName: _, ...facts }: OpenedFacts,
    command: CallCommand,
    { bound }: OpenedAccount,
  ): PreparedCall | undefined {
    const flow = bound.flow(name);
    // The declaration of the operation types both the command and the flow.
    const operation = facts as unknown as FlowOperations[Name];
    return flow && guarded(flow, name, operation, this.options.logger, aboutOf(command));
  }
}
