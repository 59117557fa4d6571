import type { DisputeFact } from '@payorch/connector-kit';
import { disputeIdOf, type AccountRef } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { OpenedAccounts } from '../accounts/opened-accounts';
import type { Operation } from '../domain/operation';
import type { DisputeReport } from '../operations/outcome-message';
import type { OperationRepository } from '../persistence/operation.repository';
import type { UnmatchedDispute, UnmatchedDisputeRepository } from '../persistence/unmatched-dispute.repository';

/** A charge of a payment: no relay, no authentication alone and no payout has disputes. */
const isCharge = ({ flow, relayId, authenticationId }: Operation): boolean =>
  flow === 'authorize' && relayId === null && authenticationId === null;

export interface DisputeChargesOptions {
  readonly rows: Pick<OperationRepository, 'about'>;
  readonly unmatched: Pick<UnmatchedDisputeRepository, 'add' | 'ofCharge' | 'remove'>;
  readonly accounts: Pick<OpenedAccounts, 'idsOf'>;
}

/** `reports`: to publish, in order. `waited`: the stored notices among them, to remove after that. */
export interface MatchedDisputes {
  readonly reports: readonly DisputeReport[];
  readonly waited: readonly UnmatchedDispute[];
}

/** A dispute as the processor said it, with our charge; undefined where the charge is not ours, or not known yet. */
export interface FoundDispute {
  readonly said: UnmatchedDispute;
  readonly charge: Operation | undefined;
}

/** Finds the charges of disputes. */
export class DisputeCharges {
  constructor(private readonly options: DisputeChargesOptions) {}

  /** The operation that charged. A charge that the processor names counts more than one that the notice names by our ids. */
  async chargeOf({
    merchantId,
    account,
    charge,
  }: Pick<UnmatchedDispute, 'merchantId' | 'account' | 'charge'>): Promise<Operation | undefined> {
    const { rows, accounts } = this.options;
    const found = (await rows.about(merchantId, accounts.idsOf(merchantId, account), charge)).filter(isCharge);
    return found.find(({ reference }) => reference === charge.reference) ?? found[0];
  }

  /**
   * Stores what has no charge yet: durable when this returns, so that a notice that comes before its charge's reference is stored
   * waits for it. What has one is returned with what waited for the same charge, in the order in which it came.
   */
  async match(
    disputes: readonly UnmatchedDispute[],
  ): Promise<MatchedDisputes & { readonly found: readonly FoundDispute[] }> {
    const found = await Promise.all(disputes.map(async (said) => ({ said, charge: await this.chargeOf(said) })));
    await this.options.unmatched.add(found.flatMap(({ said, charge }) => (charge ? [] : [said])));
    const matched = await Promise.all(
      found.map(async ({ said, charge }) => (charge ? this.withWaiting(said, charge) : { reports: [], waited: [] })),
    );
    return {
      found,
      reports: matched.flatMap(({ reports }) => reports),
      waited: matched.flatMap(({ waited }) => waited),
    };
  }

  /** What waits for the charge, to be reported now; nothing where the charge is still unknown. */
  async waitingFor(said: UnmatchedDispute): Promise<MatchedDisputes> {
    const charge = await this.chargeOf(said);
    if (!charge) return { reports: [], waited: [] };
    const waited = await this.waiting(said);
    return { reports: waited.map((one) => reportOf(one, charge)), waited };
  }

  /** After their reports are published. */
  remove(waited: readonly UnmatchedDispute[]): Promise<void> {
    return this.options.unmatched.remove(waited);
  }

  private async withWaiting(said: UnmatchedDispute, charge: Operation): Promise<MatchedDisputes> {
    const waited = await this.waiting(said);
    const others = waited.filter(({ messageId }) => messageId !== said.messageId);
    return { reports: [...others, said].map((one) => reportOf(one, charge)), waited };
  }

  private waiting({ merchantId, account, charge }: UnmatchedDispute): Promise<readonly UnmatchedDispute[]> {
    return this.options.unmatched.ofCharge(merchantId, account, charge.reference);
  }
}

/** The account is the charge's: with the credentials of the request that charged, where it had some. */
const reportOf = (
  { messageId, source, dispute, charge: { reference } }: UnmatchedDispute,
  { merchantId, profileId, paymentId, attemptId, account }: Operation,
): DisputeReport => {
  const disputeId = disputeIdOf(merchantId, account.merchantConnectorId, dispute.reference);
  const about = { merchantId, profileId, disputeId, paymentId, attemptId, account };
  return { messageId, data: { ...about, chargeReference: reference, source, dispute } };
};

/** What a processor said of disputes of one account. `messageIdOf`: follows from the cause, so that a repetition has the same. */
export const saidOf = (
  facts: readonly DisputeFact[],
  by: { readonly merchantId: MerchantId; readonly account: AccountRef; readonly source: UnmatchedDispute['source'] },
  messageIdOf: (fact: DisputeFact) => string,
): readonly UnmatchedDispute[] =>
  facts.map((fact) => ({ ...by, messageId: messageIdOf(fact), charge: fact.charge, dispute: fact.dispute }));
