import { createPrivateKey, createPublicKey, randomInt, randomUUID, sign } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Settlements } from '../../kit/delays/settlements';
import { Journal } from '../../kit/ledger/journal';
import type { Numbered, StateEntry } from '../../kit/ledger/entries';
import { moment } from '../../kit/moment';
import type { Decision, DecisionContext, EventDraft } from '../../kit/objects/decision';
import type { Cause } from '../../kit/objects/object-service';
import { ObjectService } from '../../kit/objects/object-service';
import { ObjectStore } from '../../kit/objects/object-store';
import { WebhookSender } from '../../kit/webhooks/webhook-sender';
import type { Context } from './decide';
import { settleTransfer, stateChange } from './decide';
import type { Subscription, Transfer, WiseRecord } from './records';
import { storeRules } from './records';
import type { WiseSettings } from './settings';
import { wiseSettings } from './settings';
import { webhookKey } from './webhook-key';

const connector = 'wise';
const privateKey = createPrivateKey(Buffer.from(webhookKey, 'base64'));
export const publicKeyPem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();

/** Wise's numbers here have fifteen digits: no restart gives one twice. */
const newNumber = (): string => String(10 ** 14 + randomInt(2 ** 47));

/** Stores Wise's decisions, sends webhooks about transfers, and moves those from state to state. */
@Injectable()
export class WiseService extends ObjectService<WiseRecord, never> {
  protected readonly settlingKinds = ['transfer'] as const;
  readonly objects: ObjectStore<WiseRecord>;

  constructor(
    journal: Journal,
    settlements: Settlements,
    sender: WebhookSender,
    @Inject(wiseSettings) private readonly settings: WiseSettings,
  ) {
    super(connector, journal, settlements, sender);
    this.objects = new ObjectStore(storeRules, settings.maxEndedRetained);
  }

  apply(entry: Numbered<StateEntry>): void {
    if (entry.connector !== connector || !('objects' in entry)) return;
    for (const record of entry['objects'] as WiseRecord[]) this.objects.store(record);
  }

  contextOf(rest: Omit<DecisionContext, 'moment'>): Context {
    const { settleAfterMs } = this.settings;
    return { ...rest, moment: moment(), objects: this.objects, settleAfterMs, newNumber, newUuid: randomUUID };
  }

  protected paymentOf(changed: readonly WiseRecord[]): string | null {
    return changed.find(({ object }) => object === 'transfer')?.id ?? null;
  }

  protected settled(record: WiseRecord): Decision<WiseRecord, never> {
    const { account, reference, delivery } = record as Transfer;
    return settleTransfer(record as Transfer, this.contextOf({ account, reference, delivery, variation: {} }));
  }

  protected receivers(account?: string): Subscription[] {
    return this.objects.all('subscription', account);
  }

  protected eventBody(_id: string, [, record]: EventDraft<WiseRecord>, { account }: Cause): object {
    return stateChange(record as Transfer, this.receivers(account)[0]?.id, Date.now());
  }

  protected sign(body: string) {
    const signature = sign('RSA-SHA256', Buffer.from(body), privateKey).toString('base64');
    return { 'x-signature-sha256': signature, 'x-delivery-id': randomUUID() };
  }
}
