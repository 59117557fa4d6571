import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, type Refusal, refuse } from '@payorch/contracts';
import { type MerchantId, newId, randomText } from '@payorch/kernel';
import type { EgressPolicy } from '@payorch/platform/egress';
import { SettingsBox } from '@payorch/platform/sealing';
import type { ViewedChange } from '../idempotency';
import { egressToken } from '../tokens';
import { ChangeSettings } from './change-settings';
import type { Profile } from './domain/profile';
import {
  addEndpoint,
  changeEndpoint,
  removeEndpoint,
  rotateSecret,
  type WebhookEndpointChange,
} from './domain/change-webhook-endpoints';
import type { WebhookEndpointRequest } from './domain/webhook-endpoint';
import { sealProfileSecrets } from './persistence/profile-secrets';
import { ProfileRepository } from './persistence/profile.repository';
import { profileMessage } from './settings-messages';

/** Which endpoint of which profile of the caller. */
export interface EndpointPlace {
  readonly merchantId: MerchantId;
  readonly profileId: string;
  readonly endpointId: string;
}

type Trace = ViewedChange<WebhookEndpointChange>;
type Changed = Promise<WebhookEndpointChange | Refusal>;

const secretLength = 48;

/** Creates, changes and deletes the webhook endpoints of a profile; they are stored with the profile. */
@Injectable()
export class WebhookEndpointChanges {
  constructor(
    @Inject(ChangeSettings) private readonly settings: ChangeSettings,
    @Inject(ProfileRepository) private readonly profiles: ProfileRepository,
    @Inject(SettingsBox) private readonly box: SettingsBox,
    @Inject(egressToken) private readonly egress: EgressPolicy,
  ) {}

  create(
    place: Omit<EndpointPlace, 'endpointId'>,
    sent: WebhookEndpointRequest & { readonly url: string },
    trace: Trace,
  ): Changed {
    const made = { id: newId('whe'), secret: randomText(secretLength), now: new Date() };
    return this.change(place, trace, (profile) => addEndpoint(profile, sent, made, this.egress));
  }

  update({ endpointId, ...place }: EndpointPlace, sent: WebhookEndpointRequest, trace: Trace): Changed {
    return this.change(place, trace, (profile) => changeEndpoint(profile, endpointId, sent, new Date(), this.egress));
  }

  delete({ endpointId, ...place }: EndpointPlace, trace: Trace): Changed {
    return this.change(place, trace, (profile) => removeEndpoint(profile, endpointId, new Date()));
  }

  rotate({ endpointId, ...place }: EndpointPlace, trace: Trace): Changed {
    const made = { secret: randomText(secretLength), now: new Date() };
    return this.change(place, trace, (profile) => rotateSecret(profile, endpointId, made));
  }

  private change(
    { merchantId, profileId }: Omit<EndpointPlace, 'endpointId'>,
    trace: Trace,
    decide: (stored: Profile) => WebhookEndpointChange | Refusal,
  ): Changed {
    return this.settings.of(merchantId, trace, async (sql, account) => {
      const stored = await this.profiles.find(sql, merchantId, profileId);
      if (!stored) return refuse('profile_not_found', { id: profileId });
      const change = decide(stored);
      if (isRefusal(change)) return change;
      const sealed = sealProfileSecrets(change.profile, this.box);
      await this.profiles.update(sql, change.profile, sealed);
      return { result: change, messages: [profileMessage(change.profile, sealed, account.accountVersion)] };
    });
  }
}
