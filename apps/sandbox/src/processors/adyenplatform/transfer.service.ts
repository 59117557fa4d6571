import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Settlements } from '../../kit/delays/settlements';
import { Journal } from '../../kit/ledger/journal';
import { moment } from '../../kit/moment';
import type { EventDraft } from '../../kit/objects/decision';
import { newObject } from '../../kit/objects/decision';
import { ObjectMemory } from '../../kit/objects/object-memory';
import { ObjectService } from '../../kit/objects/object-service';
import { ObjectStore } from '../../kit/objects/object-store';
import { WebhookSender } from '../../kit/webhooks/webhook-sender';
import type { AdyenDecision, DecisionContext } from './decide-transfer';
import { settleTransfer, stored, unchanged } from './decide-transfer';
import type { Refusal } from './errors';
import type { AdyenSettings } from './settings';
import { adyenSettings } from './settings';
import type { AdyenRecord, Receiver, Transfer } from './transfer';
import { transferData } from './transfer';

export const connector = 'adyenplatform';
const referenceKey = (account: string, reference: string): string => `${account} ${reference}`;

/** How many ended transfers are retained in memory; each leaves about four events and a stored response. */
const maxEndedRetained = 10_000;
const positionsPerTransfer = 5;

@Injectable()
export class TransferMemory extends ObjectMemory<AdyenRecord, ObjectStore<AdyenRecord>> {
  constructor(journal: Journal) {
    const objects = new ObjectStore<AdyenRecord>(
      {
        keysOf: (record) => (record.object === 'transfer' ? [referenceKey(record.account, record.body.reference)] : []),
        wholeOf: (record) => (record.object === 'transfer' ? record.id : undefined),
        hasEnded: (record) => record.object === 'transfer' && record.pending === null,
        referencesOf: () => [],
        isRetained: () => true,
      },
      maxEndedRetained,
    );
    super(connector, objects, journal, maxEndedRetained * positionsPerTransfer, (record) => record);
  }
}

/** Stores transfers, moves them on and publishes their webhooks. */
@Injectable()
export class TransferService extends ObjectService<AdyenRecord & { pending?: Transfer['pending'] }, Refusal> {
  protected readonly settlingKinds = ['transfer'] as const;

  constructor(
    journal: Journal,
    readonly memory: TransferMemory,
    settlements: Settlements,
    sender: WebhookSender,
    @Inject(adyenSettings) private readonly settings: AdyenSettings,
  ) {
    super(connector, journal, settlements, sender);
  }

  get objects(): ObjectStore<AdyenRecord> {
    return this.memory.objects;
  }

  /** The transfers of an account with this reference, in the order of their creation. */
  transfersOf(account: string, reference: string): Transfer[] {
    return this.objects.under(referenceKey(account, reference)) as Transfer[];
  }

  /** An account has one receiver. */
  async register(account: string, url: string, secret: string): Promise<void> {
    const [known] = this.receivers(account);
    const id = known ?? newObject('receiver', 'WH', { account, moment: moment() });
    const receiver: Receiver = { ...id, url, secret, enabled_events: ['*'], status: 'enabled', deleted: false };
    await this.commitAndNotify(stored(receiver), account);
  }

  decisionContext(rest: Omit<DecisionContext, 'moment' | 'settleAfterMs'>): DecisionContext {
    return { ...rest, moment: moment(), settleAfterMs: this.settings.settleAfterMs };
  }

  protected paymentOf(changed: readonly AdyenRecord[]): string | null {
    return changed.find(({ object }) => object === 'transfer')?.id ?? null;
  }

  protected settled(record: AdyenRecord): AdyenDecision {
    if (record.object !== 'transfer') return unchanged;
    return settleTransfer(record, { moment: moment(), settleAfterMs: this.settings.settleAfterMs, variation: {} });
  }

  protected receivers(account?: string): Receiver[] {
    return this.objects.all('receiver', account);
  }

  protected eventBody(_id: string, [type, record]: EventDraft<AdyenRecord>): object {
    const data = record.object === 'transfer' ? transferData(record) : {};
    return { data, environment: 'test', timestamp: new Date().toISOString(), type };
  }

  protected sign(body: string, secret: string) {
    const key = Buffer.from(secret, 'hex');
    return { hmacsignature: createHmac('sha256', key).update(body).digest('base64') };
  }
}
