import { Injectable } from '@nestjs/common';
import type { DataOf, Refusal } from '@payorch/contracts';
import { blocklistAdd, blocklistAddChunk, blocklistCheck, blocklistRemove, isRefusal } from '@payorch/contracts';
import type { Incoming } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import type { RedeliveryReply, Step, StepContext } from '@payorch/platform/shell';
import { stepDecorators } from '@payorch/platform/shell';
import { addChunk, type BlocklistChunk } from '../domain/blocklist-chunk';
import type { BlocklistEntry } from '../domain/blocklist-entry';
import { addEntry, checkEntry, removeEntry } from '../domain/change-blocklist';
import { entryView } from '../queries/blocklist.view';

const ofEntry = stepDecorators<BlocklistEntry, unknown>();
const ofChunk = stepDecorators<BlocklistChunk, unknown>();
type EntryContext = StepContext<BlocklistEntry, unknown>;

/** Stores the entry if it changed, and replies with it. */
function stepOf(result: BlocklistEntry | Refusal, { state, incoming }: EntryContext): Step<BlocklistEntry> {
  if (isRefusal(result)) return { refusal: result };
  const { replyTo } = incoming.context;
  const reply = { kind: 'response', body: entryView(result) } as const;
  return { ...(result !== state && { state: result }), replies: replyTo ? [{ to: replyTo, reply }] : [] };
}

const chunkReply = ({ entries }: Pick<DataOf<typeof blocklistAddChunk>, 'entries'>) =>
  ({ kind: 'response', body: Buffer.from(JSON.stringify({ entries: entries.length })) }) as const;

/** Every command about a blocklist. */
@MessageController()
export class BlocklistHandlers {
  @ofEntry.Handles(blocklistAdd)
  add(command: DataOf<typeof blocklistAdd>, context: EntryContext): Step<BlocklistEntry> {
    return stepOf(addEntry(context.state, command, context.now), context);
  }

  @ofEntry.Handles(blocklistRemove)
  remove(command: DataOf<typeof blocklistRemove>, context: EntryContext): Step<BlocklistEntry> {
    return stepOf(removeEntry(context.state, command, context.now), context);
  }

  @ofEntry.Handles(blocklistCheck)
  check(command: DataOf<typeof blocklistCheck>, context: EntryContext): Step<BlocklistEntry> {
    return stepOf(checkEntry(context.state, command), context);
  }

  @ofChunk.Handles(blocklistAddChunk)
  addChunk(
    command: DataOf<typeof blocklistAddChunk>,
    { state, now, incoming }: StepContext<BlocklistChunk, unknown>,
  ): Step<BlocklistChunk> {
    const added = addChunk(state, command, now);
    if (isRefusal(added)) return { refusal: added };
    const { replyTo } = incoming.context;
    return {
      ...(added !== state && { state: added }),
      replies: replyTo ? [{ to: replyTo, reply: chunkReply(command) }] : [],
    };
  }
}

/** The replies to redelivered commands: the present entry, and the number of a chunk's entries. */
@Injectable()
export class BlocklistReplies {
  readonly ofEntries = {
    replyToRedelivery: (entry: BlocklistEntry | undefined): RedeliveryReply =>
      entry && { kind: 'response', body: entryView(entry) },
  };

  readonly ofChunks = {
    replyToRedelivery: (_: unknown, { data }: Incoming): RedeliveryReply =>
      chunkReply(data as DataOf<typeof blocklistAddChunk>),
  };
}
