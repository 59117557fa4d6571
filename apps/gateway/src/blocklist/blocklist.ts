import { Inject, Injectable } from '@nestjs/common';
import {
  blocklistAdd,
  blocklistCheck,
  blocklistList,
  blocklistRemove,
  isRefusal,
  outgoing,
  refuse,
  type BlocklistDataKind,
} from '@payorch/contracts';
import type { BlocklistRequest } from '@payorch/rest';
import type { Sender } from '../auth';
import { OwnerClient, type OwnerReply, requestContextOf } from '../owners';
import { itemOf } from './domain/blocklist-item';
import { pageOf, type SentPage } from './domain/page';

/** Sends commands and queries about the blocklist to payments, which checks it with every confirmation. */
@Injectable()
export class Blocklist {
  constructor(@Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command' | 'query'>) {}

  async add(sent: BlocklistRequest, sender: Sender): OwnerReply {
    return this.change(blocklistAdd, 'blocked', sent, sender);
  }

  async remove(sent: BlocklistRequest, sender: Sender): OwnerReply {
    return this.change(blocklistRemove, 'unblocked', sent, sender);
  }

  list(dataKind: BlocklistDataKind, sent: SentPage, sender: Sender): OwnerReply {
    const query = outgoing(blocklistList, { merchantId: sender.merchant.merchantId, dataKind, ...pageOf(sent) });
    return this.owner.query(query, sender);
  }

  private async change(
    message: typeof blocklistAdd | typeof blocklistRemove,
    expected: 'blocked' | 'unblocked',
    sent: BlocklistRequest,
    sender: Sender,
  ): OwnerReply {
    const item = itemOf(sent);
    if (isRefusal(item)) return item;
    const about = { merchantId: sender.merchant.merchantId, ...item };
    return this.owner.command(outgoing(message, about), requestContextOf(sender, 'noProcessorCallMs'), {
      query: outgoing(blocklistCheck, { ...about, expected }),
      ifNoReply: refuse('no_reply'),
    });
  }
}
