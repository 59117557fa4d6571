import { Injectable } from '@nestjs/common';
import type { DataOf } from '@payorch/contracts';
import { blocklistAdd, blocklistAddChunk, blocklistCheck, blocklistRemove } from '@payorch/contracts';
import type { Incoming } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import type { RedeliveryReply, Step, StepContext } from '@payorch/platform/shell';
import { stepDecorators } from '@payorch/platform/shell';
import { storedStep } from '@payorch/platform/resources';
import { addChunk, type BlocklistChunk } from '../domain/blocklist-chunk';
import type { BlocklistEntry } from '../domain/blocklist-entry';
import { addEntry, checkEntry, removeEntry } from '../domain/change-blocklist';
import { entryView } from '../queries/blocklist.view';

const ofEntry = stepDecorators<BlocklistEntry, unknown>();
const ofChunk = stepDecorators<BlocklistChunk, unknown>();
type EntryContext = StepContext<BlocklistEntry, unknown>;

const chunkView = ({ entries }: Pick<DataOf<typeof blocklistAddChunk>, 'entries'>): Buffer =>
  Buffer.from(JSON.stringify({ entries: entries.length }));

/** Every command about a blocklist. */
@MessageController()
export class BlocklistHandlers {
  @ofEntry.Handles(blocklistAdd)
  add(command: DataOf<typeof blocklistAdd>, context: EntryContext): Step<BlocklistEntry> {
    return storedStep(addEntry(context.state, command, context.now), context, entryView);
  }

  @ofEntry.Handles(blocklistRemove)
  remove(command: DataOf<typeof blocklistRemove>, context: EntryContext): Step<BlocklistEntry> {
    return storedStep(removeEntry(context.state, command, context.now), context, entryView);
  }

  @ofEntry.Handles(blocklistCheck)
  check(command: DataOf<typeof blocklistCheck>, context: EntryContext): Step<BlocklistEntry> {
    return storedStep(checkEntry(context.state, command), context, entryView);
  }

  @ofChunk.Handles(blocklistAddChunk)
  addChunk(
    command: DataOf<typeof blocklistAddChunk>,
    context: StepContext<BlocklistChunk, unknown>,
  ): Step<BlocklistChunk> {
    return storedStep(addChunk(context.state, command, context.now), context, () => chunkView(command));
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
    replyToRedelivery: (_: unknown, { data }: Incoming): RedeliveryReply => ({
      kind: 'response',
      body: chunkView(data as DataOf<typeof blocklistAddChunk>),
    }),
  };
}
