import { Inject, Injectable } from '@nestjs/common';
import type { PaymentReturned, Refusal } from '@payorch/contracts';
import {
  challenge,
  isRefusal,
  outgoing,
  paymentChallenge,
  paymentReturn,
  paymentReturned,
  RedirectTokens,
  refuse,
  returnAddress,
  startPageAddress,
} from '@payorch/contracts';
import { isConnectorName } from '@payorch/connectors/catalogue';
import type { AttemptId, MerchantId, PaymentId } from '@payorch/kernel';
import { keyOf, referenceIdPattern } from '@payorch/kernel';
import { randomBytes } from 'node:crypto';
import { type Profile, Profiles } from '../accounts';
import type { GatewayConfig } from '../config';
import { isMerchantUrl } from '../fields';
import { OwnerClient } from '../owners';
import type { RequestTrace } from '../request';
import { configToken } from '../tokens';
import { returnResponse, restartResponse, type ReturnResponse, type ReturnSettings } from './domain/return-address';
import { neutralPage } from './pages/neutral-page';
import type { Page } from './pages/page';
import { postPage } from './pages/post-page';
import { returnPage } from './pages/return-page';
import { startPage } from './pages/start-page';

export interface AttemptInPath {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly attemptId: string;
  /** The token of the query. */
  readonly token: string | undefined;
  /** Whether the client shows pages. */
  readonly isBrowser: boolean;
}

export interface ReturnInPath {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly connector: string;
  readonly token: string | undefined;
  /** Whether the popup of the payment sent its opener here. */
  readonly leftPopup: boolean;
  /** The processor's parameters, from the query or a form. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The query parameter of `leftPopup`; no processor adds a parameter of this name to return addresses. */
export const leftPopupParameter = 'left_popup';

const areIds = (...ids: string[]): boolean => ids.every((id) => referenceIdPattern.test(id));
const newNonce = () => randomBytes(16).toString('base64');
const notFound = refuse('payment_not_found');

interface PaymentIds {
  readonly merchantId: MerchantId;
  readonly paymentId: PaymentId;
}

const settingsOf = ({ details, secrets }: Profile): ReturnSettings => ({
  hashKey: details.enable_payment_response_hash ? secrets.payment_response_hash_key : null,
  withHttpPost: details.redirect_to_merchant_with_http_post,
});

/** The page of a link is no page of the merchant's: it gets no status, and needs none. */
const toLinkPage = (address: string, isInPopup: boolean): ReturnResponse | Page =>
  isInPopup ? returnPage(address, newNonce()) : restartResponse(address);

/** Sends customers to their bank and, after their return, back to the merchant. */
@Injectable()
export class Redirects {
  /** Returns in progress: concurrent returns of one payment get the same result. */
  private readonly pendingReturns = new Map<string, Promise<Buffer | Refusal>>();

  private readonly tokens: RedirectTokens;

  constructor(
    @Inject(OwnerClient) private readonly owner: OwnerClient,
    @Inject(Profiles) private readonly profiles: Pick<Profiles, 'retrieve'>,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'publicUrl' | 'redirectSecrets'>,
  ) {
    this.tokens = new RedirectTokens(config.redirectSecrets);
  }

  /** The page that leads to the bank; where the customer has nothing to do there any more, a browser gets the way back, with the payment's status. */
  async start(path: AttemptInPath, trace: RequestTrace): Promise<ReturnResponse | Page | Refusal> {
    const ids = this.idsIn(path);
    const attemptId = ids && this.tokens.attemptOf(ids, path.token);
    if (!ids || attemptId === undefined || attemptId !== path.attemptId) return neutralPage(newNonce());
    const query = outgoing(paymentChallenge, { ...ids, attemptId });
    const answer = await this.owner.query(query, { trace, timeout: 'noProcessorCallMs' });
    if (!Buffer.isBuffer(answer)) return path.isBrowser ? this.onward(ids, path, trace, answer) : answer;
    const page = startPage(challenge.parse(JSON.parse(answer.toString())), newNonce());
    return page ?? notFound;
  }

  /** Back or a reload opens the start page of an attempt that has ended. */
  private async onward(
    ids: PaymentIds,
    { token }: AttemptInPath,
    trace: RequestTrace,
    refusal: Refusal,
  ): Promise<ReturnResponse | Page | Refusal> {
    const path = { ...ids, connector: '', token, leftPopup: false, parameters: {} };
    const answer = await this.returnedOnce(ids, path, trace);
    if (!Buffer.isBuffer(answer)) return refusal;
    const returned = paymentReturned.parse(JSON.parse(answer.toString()));
    // Another attempt waits at a bank: the browser would be sent there from the page of an old one.
    if (returned.startAgainAttemptId !== null) return refusal;
    const onward = await this.nextStep(ids, path, returned);
    return 'kind' in onward ? refusal : onward;
  }

  async completeReturn(path: ReturnInPath, trace: RequestTrace): Promise<ReturnResponse | Page | Refusal> {
    const ids = this.idsIn(path);
    if (!ids || this.tokens.attemptOf(ids, path.token) === undefined) return neutralPage(newNonce());
    if (!isConnectorName(path.connector)) return refuse('connector_not_found');
    const answer = await this.returnedOnce(ids, path, trace);
    if (!Buffer.isBuffer(answer)) return answer;
    return this.nextStep(ids, path, paymentReturned.parse(JSON.parse(answer.toString())));
  }

  private idsIn({ merchantId, paymentId }: Pick<AttemptInPath, 'merchantId' | 'paymentId'>): PaymentIds | undefined {
    if (!areIds(merchantId, paymentId)) return undefined;
    return { merchantId: merchantId as MerchantId, paymentId: paymentId as PaymentId };
  }

  /** Sends one command at a time for each payment: the owner limits the rate of further ones, also from other gateways. */
  private returnedOnce(ids: PaymentIds, path: ReturnInPath, trace: RequestTrace): Promise<Buffer | Refusal> {
    const key = keyOf(ids.merchantId, ids.paymentId);
    const known = this.pendingReturns.get(key);
    if (known) return known;
    const returned = this.returned(ids, path, trace).finally(() => this.pendingReturns.delete(key));
    this.pendingReturns.set(key, returned);
    return returned;
  }

  private returned(
    ids: PaymentIds,
    { connector, parameters }: ReturnInPath,
    trace: RequestTrace,
  ): Promise<Buffer | Refusal> {
    const command = outgoing(paymentReturn, { ...ids, connector, parameters: { ...parameters } });
    // A second delivery only syncs with the processor again, which moves no money: so the command is its own lookup.
    const lookup = { query: command, ifNoReply: refuse('no_reply') };
    return this.owner.command(command, { trace, timeout: 'processorCallMs' }, lookup);
  }

  private async nextStep(
    ids: PaymentIds,
    path: ReturnInPath,
    returned: PaymentReturned,
  ): Promise<ReturnResponse | Page | Refusal> {
    if (returned.startAgainAttemptId !== null) {
      const attempt = { ...ids, attemptId: returned.startAgainAttemptId as AttemptId };
      return restartResponse(startPageAddress(this.config.publicUrl, attempt, this.tokens.of(attempt)));
    }
    if (returned.linkPage !== null) return toLinkPage(returned.linkPage, returned.inPopup && !path.leftPopup);
    const { returnUrl } = returned;
    if (returnUrl === null || !isMerchantUrl(returnUrl)) return refuse('missing_param', { field: 'return_url' });
    const profile = await this.profiles.retrieve(ids.merchantId, returned.profileId);
    if (isRefusal(profile)) return profile;
    const settings = settingsOf(profile);
    const back = returnResponse({ ...returned, returnUrl }, settings);
    const isInPopup = returned.inPopup && !path.leftPopup;
    if (settings.withHttpPost) {
      // A popup cannot post in its opener's window, so the opener comes here again for the form.
      if (isInPopup) return returnPage(this.addressOf(ids, path), newNonce());
      return postPage({ action: new URL(returnUrl).href, params: back.params }, newNonce());
    }
    return isInPopup ? returnPage(back.return_url_with_query_params, newNonce()) : back;
  }

  /** This return again, by the window that opened the popup. The processor's parameters were handled before. */
  private addressOf(ids: PaymentIds, { connector, token }: ReturnInPath): string {
    return `${returnAddress(this.config.publicUrl, ids, connector, token ?? '')}&${leftPopupParameter}=true`;
  }
}
