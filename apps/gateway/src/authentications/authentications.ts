import { Inject, Injectable } from '@nestjs/common';
import type { AuthenticationAnswer, Json, JsonObject, Outgoing } from '@payorch/contracts';
import {
  authenticationAuthenticate,
  authenticationCheck,
  authenticationCreate,
  authenticationPrepare,
  authenticationSyncRequest,
  isRefusal,
  outgoing,
  refuse,
} from '@payorch/contracts';
import type { AuthenticationId, ProfileId } from '@payorch/kernel';
import { minorUnitsFromJson, referenceIdPattern } from '@payorch/kernel';
import type {
  AuthenticationAuthenticateRequest,
  AuthenticationCreateRequest,
  AuthenticationEligibilityRequest,
  AuthenticationSyncRequest,
} from '@payorch/rest';
import { AccountCache, profileFor, type Sender } from '../auth';
import { messageCallerOf, OwnerClient, type OwnerReply, type RequestContext, requestContextOf } from '../owners';
import { refuseMerchantsFields } from '../payments';
import { newIdFor } from '../request';
import { CardSealer } from '../sealing';
import { cardToPrepare, checkAuthentication, checkCreation, checkSync } from './domain/check-authentication-request';

const notFound = refuse('authentication_not_found');

const jsonOrNull = (value: object | null | undefined): JsonObject | null =>
  value ? (JSON.parse(JSON.stringify(value)) as Json as JsonObject) : null;

/** The authentication of a request with the proofs of its sender. */
const aboutOf = (authenticationId: AuthenticationId, { merchant }: Sender, clientSecret?: string | null) => ({
  merchantId: merchant.merchantId,
  authenticationId,
  caller: messageCallerOf(merchant),
  clientSecret: clientSecret ?? null,
});
type About = ReturnType<typeof aboutOf>;

/** Sends requests about authentications without a payment to their owner, the payments service, and returns its replies. */
@Injectable()
export class Authentications {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command'>,
    @Inject(CardSealer) private readonly sealer: Pick<CardSealer, 'seal'>,
    @Inject(AccountCache) private readonly cache: Pick<AccountCache, 'freshAccount'>,
  ) {}

  async create(sent: AuthenticationCreateRequest, sender: Sender): OwnerReply {
    const refused = checkCreation(sent);
    if (refused) return refused;
    const named = { profileId: sent.profile_id ?? sender.merchant.profileId };
    const profileId = await profileFor(sender.merchant, named, this.cache);
    if (typeof profileId !== 'string') return profileId;
    const { authentication_id: chosen, amount, currency } = sent;
    const authenticationId =
      (chosen as AuthenticationId | null | undefined) ?? newIdFor<AuthenticationId>('authn', sender.trace);
    sender.trace.note?.({ authentication_id: authenticationId });
    const about = aboutOf(authenticationId, sender);
    const command = outgoing(authenticationCreate, {
      merchantId: about.merchantId,
      authenticationId,
      profileId,
      money: { amount: minorUnitsFromJson(amount), currency },
      connector: sent.authentication_connector ?? null,
      returnUrl: sent.return_url ?? null,
      forceChallenge: sent.force_3ds_challenge ?? null,
      customer: jsonOrNull(sent.customer_details),
    });
    return this.command(command, about, 'created', sender, 'noProcessorCallMs');
  }

  async prepare(id: string, sent: AuthenticationEligibilityRequest, sender: Sender): OwnerReply {
    const refused = refuseMerchantsFields('authentication_eligibility', sent, sender.merchant);
    if (refused) return refused;
    if (!isAuthenticationId(id)) return notFound;
    const plain = cardToPrepare(sent, new Date());
    if (isRefusal(plain)) return plain;
    const { merchantId, ...about } = aboutOf(id, sender, sent.client_secret);
    const command = outgoing(authenticationPrepare, {
      ...about,
      merchantId,
      profileId: (sent.profile_id ?? null) as ProfileId | null,
      card: await this.sealer.seal(plain, merchantId),
      billing: jsonOrNull(sent.billing),
      shipping: jsonOrNull(sent.shipping),
      browserInfo: jsonOrNull(sent.browser_information),
      email: sent.email ?? null,
    });
    return this.command(command, { ...about, merchantId }, 'eligibility', sender, 'processorCallMs');
  }

  async authenticate(id: string, sent: AuthenticationAuthenticateRequest, sender: Sender): OwnerReply {
    const refused = refuseMerchantsFields('authentication', sent, sender.merchant) ?? checkAuthentication(sent);
    if (refused) return refused;
    if (!isAuthenticationId(id)) return notFound;
    const about = aboutOf(id, sender, sent.client_secret);
    const command = outgoing(authenticationAuthenticate, {
      ...about,
      methodCompletion: sent.threeds_method_comp_ind,
    });
    return this.command(command, about, 'authentication', sender, 'processorCallMs');
  }

  /** `merchantInPath`: undefined on the path without a merchant. */
  async sync(
    { id, merchantInPath }: { readonly id: string; readonly merchantInPath: string | undefined },
    sent: AuthenticationSyncRequest,
    sender: Sender,
  ): OwnerReply {
    const { merchant } = sender;
    const refused = refuseMerchantsFields('authentication_sync', sent, merchant) ?? checkSync(sent);
    if (refused) return refused;
    if (!isAuthenticationId(id) || (merchantInPath ?? merchant.merchantId) !== merchant.merchantId) return notFound;
    const about = aboutOf(id, sender, sent.client_secret);
    return this.command(outgoing(authenticationSyncRequest, about), about, 'sync', sender, 'processorCallMs');
  }

  private command(
    command: Outgoing,
    about: About,
    answer: AuthenticationAnswer,
    sender: Sender,
    timeout: RequestContext['timeout'],
  ): OwnerReply {
    return this.owner.command(command, requestContextOf(sender, timeout), {
      query: outgoing(authenticationCheck, { ...about, answer }),
      ifNoReply: refuse('no_reply', { authentication_id: about.authenticationId }),
    });
  }
}

const isAuthenticationId = (text: string): text is AuthenticationId => referenceIdPattern.test(text);
