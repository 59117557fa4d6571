import type { MerchantId } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { keyOfKind, merchantId, sealedCard, timestamp } from '@payorch/values';
import { topics } from '../messages/topics';

/** What an entry names: the fingerprint of a card, the first six digits of cards, or their first eight. */
export const blocklistDataKind = z.enum(['payment_method', 'card_bin', 'extended_card_bin']);
export type BlocklistDataKind = z.infer<typeof blocklistDataKind>;

/** `data`: the digits or the fingerprint. */
const entry = { dataKind: blocklistDataKind, data: z.string().min(1).max(64) };
export const blocklistEntry = z.object(entry);
export type BlocklistItem = z.infer<typeof blocklistEntry>;

const about = { merchantId, ...entry };
type About = BlocklistItem & { merchantId: MerchantId };

/** A key has no other slash than those between its parts. */
export const blocklistKey = ({ merchantId, dataKind, data }: About): string =>
  keyOfKind('blocklist', merchantId, `${dataKind}:${encodeURIComponent(data)}`);

const onCommands = { topic: topics.paymentsCommands.name, version: 1, kind: 'command' } as const;
const command = <Data extends About, const Type extends string>(type: Type, data: z.ZodType<Data>) =>
  defineMessage({ ...onCommands, type, key: blocklistKey, data });

/** Adds an entry to the merchant's blocklist. Reply: the entry in the form of the interface. */
export const blocklistAdd = command('blocklist.add', z.object(about));

/** Removes an entry. Reply: the entry in the form of the interface. */
export const blocklistRemove = command('blocklist.remove', z.object(about));

/** Checks the result of a command whose reply timed out, as `payment.check` does. `expected`: the result of that command. */
export const blocklistCheck = command(
  'blocklist.check',
  z.object({ ...about, expected: z.enum(['blocked', 'unblocked']) }),
);

/** The most entries of one `blocklist.add_chunk`. */
export const blocklistChunkSize = 500;

/**
 * Adds the entries of one chunk of an upload, once: a chunk that is sent again adds nothing, so that it restores no entry
 * that the merchant removed in between. Entries that are on the list stay as they are. `expiresAt`: the gateway sends the
 * chunk no more after this time. Reply: the number of its entries.
 */
export const blocklistAddChunk = defineMessage({
  ...onCommands,
  type: 'blocklist.add_chunk',
  key: (m) => keyOfKind('blocklist_chunks', m.merchantId, `${m.jobId}:${m.chunk}`),
  data: z.object({
    merchantId,
    jobId: z.string(),
    chunk: z.int().min(0),
    entries: z.array(blocklistEntry).max(blocklistChunkSize),
    expiresAt: timestamp.optional(),
  }),
});

/** Lists the entries of one kind, newest first. Reply: `count`, `total_count` and `data` of the interface. */
export const blocklistList = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'blocklist.list',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({ merchantId, dataKind: blocklistDataKind, limit: z.int().min(0), offset: z.int().min(0) }),
});

/** What a blocklist judges a card by. */
export const judgedCard = sealedCard.pick({ bin: true, extendedBin: true, fingerprint: true });
export type JudgedCard = z.infer<typeof judgedCard>;

/** Asks whether the merchant's blocklist applies and has an entry for this card. Reply: `blocklistJudgement`. */
export const blocklistJudge = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'blocklist.judge',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({
    merchantId,
    card: judgedCard,
  }),
});
/** Reply to `blocklist.judge`. */
export const blocklistJudgement = z.object({ isBlocked: z.boolean() });
