import { Inject, Injectable } from '@nestjs/common';
import {
  isRefusal,
  outgoing,
  payoutConfirm,
  payoutCreate,
  type PayoutDestination,
  payoutUpdate,
  type Refusal,
} from '@payorch/contracts';
import { type PayoutId, type ProfileId, randomText } from '@payorch/kernel';
import { AccountCache, type AccountSnapshot, profileFor, type Sender } from '../auth';
import { customerIdIn } from '../fields';
import { messageCallerOf, type OwnerReply } from '../owners';
import { payoutIdFor } from '../request';
import { BlockedDestinations } from './blocked-destinations';
import { readDestination } from './destinations/read-destination';
import { checkPayoutRequest } from './domain/check-payout-request';
import type { PayoutOperation, PayoutRequest } from './domain/payout-request';
import {
  customerDetailsIn,
  type Known,
  type PayoutDefaults,
  toPayoutChanges,
  toPayoutFields,
} from './domain/to-payout-fields';
import { PayoutCustomers } from './payout-customers';
import { PayoutDestinations } from './payout-destinations';
import { PayoutLinks } from './payout-links';
import { type PayoutIds, PayoutOwner } from './payout-owner';
import { SavedDestinations } from './saved-destinations';

/** What the request and the settings say of the addresses that the interface always shows. */
const defaultsOf = ({ businessCountry, profiles }: AccountSnapshot, profileId: ProfileId): PayoutDefaults => ({
  returnUrl: profiles.find((profile) => profile.profileId === profileId)?.returnUrl ?? null,
  businessCountry: businessCountry ?? null,
});

/** A client secret names its payout, as a payment's does. */
const newClientSecret = (payoutId: PayoutId): string => `${payoutId}_secret_${randomText(20)}`;

const timeoutOf = (isConfirmed: boolean) => (isConfirmed ? 'processorCallMs' : 'noProcessorCallMs');

/** Creates, updates and confirms payouts: checks the request's fields and seals the destination. */
@Injectable()
export class Payouts {
  constructor(
    @Inject(PayoutOwner) private readonly owner: PayoutOwner,
    @Inject(PayoutCustomers) private readonly customers: PayoutCustomers,
    @Inject(PayoutDestinations) private readonly destinations: PayoutDestinations,
    @Inject(SavedDestinations) private readonly saved: SavedDestinations,
    @Inject(BlockedDestinations) private readonly blocked: BlockedDestinations,
    @Inject(PayoutLinks) private readonly links: Pick<PayoutLinks, 'of'>,
    @Inject(AccountCache) private readonly cache: Pick<AccountCache, 'freshAccount'>,
  ) {}

  /** `languages`: as the request accepts them; they choose the language of a page. */
  async create(sent: PayoutRequest, sender: Sender, languages: string | undefined): OwnerReply {
    const { merchant, trace } = sender;
    const { merchantId, account } = merchant;
    const customerOf = () => Promise.resolve(customerIdIn(sent) ?? null);
    const towards = await this.destinationOf(sent, 'create', customerOf, sender);
    if (isRefusal(towards)) return towards;
    const blocked = await this.refusalOfCard(towards, sender);
    if (blocked) return blocked;
    const named = {
      profileId: sent.profile_id ?? merchant.profileId,
      businessCountry: sent.business_country,
      businessLabel: sent.business_label,
    };
    const profileId = await profileFor(merchant, named, this.cache);
    if (isRefusal(profileId)) return profileId;
    const payoutId = (sent.payout_id as PayoutId | null | undefined) ?? payoutIdFor(trace);
    trace.note?.({ payout_id: payoutId });
    const ids = { merchantId, payoutId };
    const link = await this.links.of(sent, { ...ids, profileId }, sender, languages);
    if (link && isRefusal(link)) return link;
    const customer = await this.customers.ofNewPayout(
      customerIdIn(sent),
      customerDetailsIn(sent),
      sender,
      sent.recurring === true,
    );
    if (isRefusal(customer)) return customer;
    const confirm = sent.confirm ?? false;
    const known = { destination: towards.destination, ...customer };
    const command = outgoing(payoutCreate, {
      ...ids,
      profileId,
      clientSecret: newClientSecret(payoutId),
      fields: toPayoutFields(sent, known, defaultsOf(account, profileId)),
      ...towards,
      confirm,
      link,
    });
    return this.owner.command(command, ids, sender, timeoutOf(confirm));
  }

  async update(payoutId: string, sent: PayoutRequest, sender: Sender): OwnerReply {
    const changed = await this.changed(payoutId, sent, 'update', sender);
    if (isRefusal(changed)) return changed;
    const { ids, ...changes } = changed;
    const confirm = sent.confirm ?? false;
    const command = outgoing(payoutUpdate, { ...ids, ...changes, confirm });
    return this.owner.command(command, ids, sender, timeoutOf(confirm));
  }

  async confirm(payoutId: string, sent: PayoutRequest, sender: Sender): OwnerReply {
    const changed = await this.changed(payoutId, sent, 'confirm', sender);
    if (isRefusal(changed)) return changed;
    const { ids, ...changes } = changed;
    const command = outgoing(payoutConfirm, { ...ids, caller: messageCallerOf(sender.merchant), ...changes });
    return this.owner.command(command, ids, sender, 'processorCallMs');
  }

  /** What a request changes of an existing payout. */
  private async changed(payoutId: string, sent: PayoutRequest, operation: 'update' | 'confirm', sender: Sender) {
    const ids = this.owner.idsOf(payoutId, sender);
    const customerOf = async () => (isRefusal(ids) ? ids : (customerIdIn(sent) ?? this.owner.customerOf(ids, sender)));
    const towards = await this.destinationOf(sent, operation, customerOf, sender);
    if (isRefusal(towards)) return towards;
    if (isRefusal(ids)) return ids;
    const blocked = await this.refusalOfCard(
      towards,
      sender,
      operation === 'confirm' || sent.confirm ? ids : undefined,
    );
    if (blocked) return blocked;
    const customer = (await this.refusalOfRecurring(ids, sent, sender)) ?? (await this.customerIn(sent, sender));
    if (isRefusal(customer)) return customer;
    const known = { destination: towards.destination, ...customer };
    return { ids, changes: toPayoutChanges(sent, known), ...towards };
  }

  /** Another customer has a record; the details of the same one are the payout's alone. */
  private async customerIn(sent: PayoutRequest, sender: Sender): Promise<Omit<Known, 'destination'> | Refusal> {
    const customer = customerDetailsIn(sent);
    const customerId = customerIdIn(sent);
    return customerId === undefined ? { customerId, customer } : this.customers.known(customerId, customer, sender);
  }

  /** A payout that saves its destination from now on needs a customer with a record. */
  private async refusalOfRecurring(ids: PayoutIds, sent: PayoutRequest, sender: Sender): Promise<Refusal | undefined> {
    if (sent.recurring !== true || customerIdIn(sent) !== undefined) return undefined;
    const customerId = await this.owner.customerOf(ids, sender);
    if (isRefusal(customerId)) return customerId;
    const kept = !customerId ? undefined : await this.customers.known(customerId, customerDetailsIn(sent), sender);
    return kept && isRefusal(kept) ? kept : undefined;
  }

  /** A blocked card is paid nothing. `confirmed`: the payout whose stored card counts where the request names none. */
  private async refusalOfCard(
    { destination }: Towards,
    sender: Sender,
    confirmed?: PayoutIds,
  ): Promise<Refusal | undefined> {
    if (destination) return destination.card ? this.blocked.refusalOf(destination.card, sender) : undefined;
    return confirmed ? this.blocked.refusalOfStored(confirmed, sender) : undefined;
  }

  /** Checks the request. The sealed destination of it, or the saved one that it names; both null where it names none. */
  private async destinationOf(
    sent: PayoutRequest,
    operation: PayoutOperation,
    customerOf: () => Promise<string | Refusal | null>,
    sender: Sender,
  ): Promise<Towards | Refusal> {
    const { merchant } = sender;
    const kind = merchant.kind === 'client' ? 'client' : 'merchant';
    const refused = checkPayoutRequest(sent, { operation, kind });
    if (refused) return refused;
    const open = readDestination(sent, new Date());
    if (isRefusal(open)) return open;
    if (open) return { destination: await this.destinations.seal(open, merchant.merchantId), payoutMethodId: null };
    return (await this.saved.find(sent, customerOf, sender)) ?? { destination: null, payoutMethodId: null };
  }
}

/** Where the money goes, as the commands have it. */
interface Towards {
  readonly destination: PayoutDestination | null;
  readonly payoutMethodId: string | null;
}
