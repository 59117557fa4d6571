import { Inject, Injectable } from '@nestjs/common';
import {
  type DynamicFeature,
  isRefusal,
  type JsonObject,
  outgoing,
  type Refusal,
  refuse,
  routingAlgorithmCheck,
  routingAlgorithmCreate,
} from '@payorch/contracts';
import type { ProfileId, RoutingAlgorithmId } from '@payorch/kernel';
import type { ContractBasedRoutingConfig, EliminationRoutingConfig, SuccessBasedRoutingConfig } from '@payorch/rest';
import { type ProfileRouting, type RoutingChange, type RoutingState, RoutingSettingsStore } from '../accounts';
import type { Sender } from '../auth';
import { viewOf } from '../errors';
import { changeAndView } from '../idempotency';
import { OwnerClient, requestContextOf } from '../owners';
import { newIdFor } from '../request';
import {
  type ConfigOf,
  contractTerms,
  type DynamicKind,
  eliminationTerms,
  successBasedTerms,
  type Terms,
} from './domain/dynamic-configs';
import {
  configOf,
  configured,
  dataOf,
  nameOf,
  noDynamic,
  notConfigured,
  refusalToSwitch,
  switched,
} from './domain/dynamic-state';
import { FreshSender, ownProfile } from './fresh-sender';

/** The request body of each feature. */
interface Sent {
  readonly successBased: SuccessBasedRoutingConfig;
  readonly elimination: EliminationRoutingConfig;
  readonly contract: ContractBasedRoutingConfig;
}

/** The profile of the path, for a merchant. */
export interface DynamicProfile {
  readonly profileId: string;
  readonly sender: Sender;
}

const idsOf = ({ accounts }: ProfileRouting): ReadonlySet<string> =>
  new Set(accounts.map(({ merchantConnectorId }) => merchantConnectorId));

const termsOf: {
  readonly [Kind in DynamicKind]: (
    sent: Sent[Kind] | undefined,
    profile: ProfileRouting,
    known: Terms<ConfigOf<Kind>> | undefined,
  ) => Terms<ConfigOf<Kind>> | Refusal;
} = {
  successBased: (sent, _profile, known) => successBasedTerms(sent, known),
  elimination: (sent, _profile, known) => eliminationTerms(sent, known),
  contract: (sent, profile, known) => contractTerms(sent, idsOf(profile), known),
};

/**
 * The features of dynamic routing of a profile. Terms never change: new ones are another algorithm, whose record belongs to the
 * routing service. What is on is a setting of the account.
 */
@Injectable()
export class DynamicRouting {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command' | 'query'>,
    @Inject(FreshSender) private readonly fresh: FreshSender,
    @Inject(RoutingSettingsStore) private readonly settings: Pick<RoutingSettingsStore, 'retrieve' | 'change'>,
  ) {}

  /** Stores terms and switches the feature. */
  async create<Kind extends DynamicKind>(
    kind: Kind,
    sent: Sent[Kind],
    feature: DynamicFeature,
    about: DynamicProfile,
  ): Promise<JsonObject | Refusal> {
    return feature === 'none' ? this.toggle(kind, feature, about) : this.enable(kind, sent, feature, about);
  }

  /** Switches the feature under its present terms, at first under the usual ones. */
  async toggle(kind: DynamicKind, feature: DynamicFeature, about: DynamicProfile): Promise<JsonObject | Refusal> {
    const profile = await this.profileOf(about);
    if (isRefusal(profile)) return profile;
    const refusal = refusalToSwitch(profile.state, kind, feature);
    if (refusal) return refusal;
    const config = configOf(profile.state, kind);
    if (!config) return this.enable(kind, undefined, feature, about);
    const record = await this.recordOf(config.algorithmId, about.sender);
    if (isRefusal(record)) return record;
    return this.change(profile, record, about, (state) => switched(state, kind, feature));
  }

  /** A contract is switched together with its terms, where the request has any. */
  toggleContract(
    sent: ContractBasedRoutingConfig,
    feature: DynamicFeature,
    about: DynamicProfile,
  ): Promise<JsonObject | Refusal> {
    const hasTerms = Boolean(sent.config) || Boolean(sent.label_info);
    return hasTerms ? this.create('contract', sent, feature, about) : this.toggle('contract', feature, about);
  }

  /** Replaces terms of the present algorithm; the feature stays as it is. */
  async update<Kind extends DynamicKind>(
    kind: Kind,
    id: string,
    sent: Sent[Kind],
    about: DynamicProfile,
  ): Promise<JsonObject | Refusal> {
    const profile = await this.profileOf(about);
    if (isRefusal(profile)) return profile;
    const config = configOf(profile.state, kind);
    if (config?.algorithmId !== id) return notConfigured(kind);
    const terms = termsOf[kind](sent, profile, config);
    return isRefusal(terms) ? terms : this.store(kind, terms, config.feature, profile, about);
  }

  async setSplit(split: number, about: DynamicProfile): Promise<object | Refusal> {
    if (split > 100)
      return refuse('invalid_request', { message: 'Dynamic routing volume split should be less than 100' });
    const profile = await this.profileOf(about);
    if (isRefusal(profile)) return profile;
    return this.change(profile, { split }, about, (state) => ({
      ...state,
      dynamic: { ...(state.dynamic ?? noDynamic), split },
    }));
  }

  async split(about: DynamicProfile): Promise<object | Refusal> {
    return viewOf(await this.profileOf(about), ({ state }) => ({ split: (state.dynamic ?? noDynamic).split }));
  }

  private async enable<Kind extends DynamicKind>(
    kind: Kind,
    sent: Sent[Kind] | undefined,
    feature: DynamicFeature,
    about: DynamicProfile,
  ): Promise<JsonObject | Refusal> {
    const profile = await this.profileOf(about);
    if (isRefusal(profile)) return profile;
    const refusal = refusalToSwitch(profile.state, kind, feature);
    if (refusal) return refusal;
    const terms = termsOf[kind](sent, profile, undefined);
    return isRefusal(terms) ? terms : this.store(kind, terms, feature, profile, about);
  }

  /** The record first: a setting never names an algorithm that is not stored. */
  private async store<Kind extends DynamicKind>(
    kind: Kind,
    terms: Terms<ConfigOf<Kind>>,
    feature: DynamicFeature,
    profile: ProfileRouting,
    about: DynamicProfile,
  ): Promise<JsonObject | Refusal> {
    const { sender } = about;
    const algorithmId = newIdFor<RoutingAlgorithmId>('routing', sender.trace);
    const named = { merchantId: sender.merchant.merchantId, algorithmId };
    const reply = await this.owner.command(
      outgoing(routingAlgorithmCreate, {
        ...named,
        profileId: profile.profileId,
        name: nameOf(kind),
        description: 'Dynamic Routing Algorithm',
        algorithmFor: 'payment',
        algorithm: { type: 'dynamic', data: dataOf(kind, terms) },
      }),
      requestContextOf(sender, 'noProcessorCallMs'),
      { query: outgoing(routingAlgorithmCheck, named), ifNoReply: refuse('no_reply') },
    );
    const record = viewOf(reply, (body) => JSON.parse(body.toString()) as JsonObject);
    if (isRefusal(record)) return record;
    return this.change(profile, record, about, (state) => configured(state, kind, terms, { algorithmId, feature }));
  }

  private async recordOf(algorithmId: RoutingAlgorithmId, sender: Sender): Promise<JsonObject | Refusal> {
    const { merchantId } = sender.merchant;
    const query = outgoing(routingAlgorithmCheck, { merchantId, algorithmId });
    const reply = await this.owner.query(query, sender);
    return viewOf(reply, (body) => JSON.parse(body.toString()) as JsonObject);
  }

  private change<View extends object>(
    { profileId }: { readonly profileId: ProfileId },
    view: View,
    { sender: { merchant, trace } }: DynamicProfile,
    decide: (state: RoutingState) => RoutingState | Refusal,
  ): Promise<View | Refusal> {
    return changeAndView(
      trace,
      (_: RoutingChange) => view,
      (change) => this.settings.change(merchant.merchantId, profileId, change, decide),
    );
  }

  private async profileOf({ profileId, sender }: DynamicProfile): Promise<ProfileRouting | Refusal> {
    const own = ownProfile(profileId, await this.fresh.of(sender));
    return isRefusal(own) ? own : this.settings.retrieve(sender.merchant.merchantId, own);
  }
}
