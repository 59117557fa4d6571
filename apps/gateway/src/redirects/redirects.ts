import type { Refusal } from '@payorch/contracts';
import { challenge, outgoing, paymentChallenge, paymentReturn, paymentReturned, refuse } from '@payorch/contracts';
import { isConnectorName } from '@payorch/connectors/catalogue';
import type { AttemptId, MerchantId, PaymentId, ProfileId } from '@payorch/kernel';
import { referenceIdPattern } from '@payorch/kernel';
import { randomBytes } from 'node:crypto';
import { isMerchantUrl } from '../accounts/merchant-url';
import type { Profile } from '../accounts/profile';
import type { AskOwner } from '../owners/ask-owner';
import type { RequestTrace } from '../request-trace';
import { returnAnswer, startAgain, type ReturnAnswer, type ReturnSettings } from './return-address';
import type { Page } from './page';
import { returnPage } from './return-page';
import { startPage } from './start-page';

export interface AttemptInPath {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly attemptId: string;
}

export interface ReturnInPath {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly connector: string;
  /** What the processor gave the browser to bring along, in the query or a form. */
  readonly parameters: Readonly<Record<string, string>>;
}

const areIds = (...ids: string[]): boolean => ids.every((id) => referenceIdPattern.test(id));
const newNonce = () => randomBytes(16).toString('base64');
const notFound = refuse('payment_not_found');

/** Sends customers to their bank and, when they come back, on to the merchant. */
export class Redirects {
  constructor(
    private readonly owner: AskOwner,
    private readonly profileOf: (merchantId: MerchantId, profileId: ProfileId) => Promise<Profile>,
    /** Our own address as the outside knows it. */
    private readonly publicUrl: string,
  ) {}

  async start({ merchantId, paymentId, attemptId }: AttemptInPath, trace: RequestTrace): Promise<Page | Refusal> {
    // An attempt counts on from its payment, so it may be longer than a reference id.
    if (!areIds(merchantId, paymentId) || !/^[A-Za-z0-9_-]{1,80}$/.test(attemptId)) return notFound;
    const question = outgoing(paymentChallenge, {
      merchantId: merchantId as MerchantId,
      paymentId: paymentId as PaymentId,
      attemptId: attemptId as AttemptId,
    });
    const answer = await this.owner.query(question, { trace, patience: 'quickMs' });
    if (!Buffer.isBuffer(answer)) return answer;
    const page = startPage(challenge.parse(JSON.parse(answer.toString())), newNonce());
    return page ?? notFound;
  }

  async goOn(
    { merchantId, paymentId, connector, parameters }: ReturnInPath,
    trace: RequestTrace,
  ): Promise<ReturnAnswer | Page | Refusal> {
    if (!areIds(merchantId, paymentId)) return notFound;
    if (!isConnectorName(connector)) return refuse('connector_not_found');
    const ids = { merchantId: merchantId as MerchantId, paymentId: paymentId as PaymentId };
    const command = outgoing(paymentReturn, { ...ids, connector, parameters: { ...parameters } });
    // Asked twice it asks the processor twice, which moves nothing: so the same command serves as its own lookup.
    const lookup = { behind: command, unanswered: refuse('unanswered') };
    const answer = await this.owner.command(command, { trace, patience: 'slowMs' }, lookup);
    if (!Buffer.isBuffer(answer)) return answer;
    const returned = paymentReturned.parse(JSON.parse(answer.toString()));
    if (returned.startAgainAttemptId !== null) {
      return startAgain(
        `${this.publicUrl}/payments/redirect/${paymentId}/${merchantId}/${returned.startAgainAttemptId}`,
      );
    }
    const { returnUrl } = returned;
    if (returnUrl === null || !isMerchantUrl(returnUrl)) return refuse('missing_param', { field: 'return_url' });
    const back = returnAnswer({ ...returned, returnUrl }, await this.settingsOf(ids.merchantId, returned.profileId));
    return returned.inPopup ? returnPage(back, newNonce()) : back;
  }

  private async settingsOf(merchantId: MerchantId, profileId: ProfileId): Promise<ReturnSettings> {
    const { details, secrets } = await this.profileOf(merchantId, profileId);
    return {
      hashKey: details.enable_payment_response_hash ? secrets.payment_response_hash_key : null,
      withHttpPost: details.redirect_to_merchant_with_http_post,
    };
  }
}
