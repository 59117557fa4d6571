import { Inject, Injectable } from '@nestjs/common';
import {
  endpointStates,
  isRefusal,
  outgoing,
  type Outgoing,
  type Refusal,
  refuse,
  webhookEnableEndpoint,
  webhookEndpointStates,
} from '@payorch/contracts';
import type { ProfileId } from '@payorch/kernel';
import { Profiles } from '../accounts';
import type { Sender } from '../auth';
import { OwnerClient, requestContextOf } from '../owners';
import { endpointsOf, endpointView, type ShownEndpoint } from './endpoint.view';

/** Shows the webhook endpoints of a profile with what the webhooks service knows of them, and enables disabled ones. */
@Injectable()
export class WebhookEndpoints {
  constructor(
    @Inject(Profiles) private readonly profiles: Pick<Profiles, 'retrieve'>,
    @Inject(OwnerClient) private readonly webhooks: Pick<OwnerClient, 'query'>,
  ) {}

  async list(profileId: string, sender: Sender): Promise<object | Refusal> {
    const endpoints = await this.endpointsOf(profileId, sender);
    return isRefusal(endpoints) ? endpoints : this.shown(endpoints, sender);
  }

  async retrieve(profileId: string, endpointId: string, sender: Sender): Promise<object | Refusal> {
    const endpoint = await this.find(profileId, endpointId, sender);
    if (isRefusal(endpoint)) return endpoint;
    const shown = await this.shown([endpoint], sender);
    return isRefusal(shown) ? shown : shown[0]!;
  }

  /** What was not delivered in the meantime stays so until the merchant retries it. */
  async enable(profileId: string, endpointId: string, sender: Sender): Promise<object | Refusal> {
    const endpoint = await this.find(profileId, endpointId, sender);
    if (isRefusal(endpoint)) return endpoint;
    const { merchantId } = sender.merchant;
    const command = outgoing(webhookEnableEndpoint, { merchantId, profileId: profileId as ProfileId, endpointId });
    const states = await this.statesBy(command, sender);
    return isRefusal(states) ? states : endpointView(endpoint, states.get(endpointId));
  }

  private async endpointsOf(profileId: string, { merchant }: Sender): Promise<readonly ShownEndpoint[] | Refusal> {
    const profile = await this.profiles.retrieve(merchant.merchantId, profileId);
    return isRefusal(profile) ? profile : endpointsOf(profile);
  }

  private async find(profileId: string, endpointId: string, sender: Sender): Promise<ShownEndpoint | Refusal> {
    const endpoints = await this.endpointsOf(profileId, sender);
    if (isRefusal(endpoints)) return endpoints;
    return endpoints.find((one) => one.endpoint_id === endpointId) ?? refuse('webhook_endpoint_not_found');
  }

  private async shown(endpoints: readonly ShownEndpoint[], sender: Sender): Promise<object[] | Refusal> {
    const { merchantId } = sender.merchant;
    const endpointIds = endpoints.map(({ endpoint_id }) => endpoint_id);
    const states = await this.statesBy(outgoing(webhookEndpointStates, { merchantId, endpointIds }), sender);
    if (isRefusal(states)) return states;
    return endpoints.map((endpoint) => endpointView(endpoint, states.get(endpoint.endpoint_id)));
  }

  private async statesBy(message: Outgoing, sender: Sender) {
    const reply = await this.webhooks.query(message, requestContextOf(sender, 'noProcessorCallMs'));
    if (isRefusal(reply)) return reply;
    const { states } = endpointStates.parse(JSON.parse(reply.toString()));
    return new Map(states.map((state) => [state.endpointId, state]));
  }
}
