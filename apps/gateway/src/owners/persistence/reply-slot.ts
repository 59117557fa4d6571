import type { Secret } from '@payorch/kernel';
import type { Logger } from '@payorch/platform/telemetry';
import { Client } from 'pg';

export interface ReplySlotOptions {
  readonly databaseUrl: Secret;
  /** The number of reply topics. */
  readonly slots: number;
  readonly logger: Logger;
  readonly waitMs?: number;
}

/** Every slot is locked: more gateways run than there are reply topics. */
export class NoReplySlot extends Error {
  override readonly name = 'NoReplySlot';

  constructor(slots: number) {
    super(`all ${slots} reply slots are taken: stop a gateway, or raise REPLY_SLOTS and make that many reply topics`);
  }
}

/** An arbitrary fixed number: the lock class of reply slots. */
const lockClass = 0x67_77_73_6c;
const retryMs = 250;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function firstFree(client: Client, slots: number): Promise<number | undefined> {
  for (let slot = 0; slot < slots; slot++) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS locked', [
      lockClass,
      slot,
    ]);
    if (rows[0]?.locked) return slot;
  }
  return undefined;
}

/**
 * The number of the reply topic that this process reads; no other gateway has it. A session lock of a separate
 * connection reserves the slot, so the death of the process releases it. If that connection breaks, the gateway still
 * reads the slot: two readers of one topic skip each other's replies.
 */
export class ReplySlot {
  private constructor(
    readonly slot: number,
    private readonly client: Client,
  ) {}

  /** Waits, since PostgreSQL may still hold the session of a process that was just killed. */
  static async lease({ databaseUrl, slots, logger, waitMs = 10_000 }: ReplySlotOptions): Promise<ReplySlot> {
    const client = new Client({
      connectionString: databaseUrl.reveal(),
      application_name: 'gateway reply slot',
      keepAlive: true,
    });
    client.on('error', (error) => logger.warn({ error }, 'the gateway lost the connection that locks its reply slot'));
    await client.connect();
    const deadline = Date.now() + waitMs;
    let slot = await firstFree(client, slots);
    while (slot === undefined && Date.now() < deadline) {
      await pause(retryMs);
      slot = await firstFree(client, slots);
    }
    if (slot === undefined) {
      await client.end();
      throw new NoReplySlot(slots);
    }
    return new ReplySlot(slot, client);
  }

  async release(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}
