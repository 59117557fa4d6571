import type { EncodedMessage } from '@payorch/platform/kafka';
import type { SnapshotBackfill } from '@payorch/platform/snapshots';

/** What a backfill needs of the broker. */
interface BackfillProducer {
  send(messages: readonly EncodedMessage[]): Promise<void>;
}

export interface BackfilledKind<State> {
  readonly topic: string;
  /** A new object in its version 1, which last changed at this time. */
  readonly made: (modifiedAt: Date) => State;
  readonly keyOf: (state: State) => string;
  /** Its next version, at this time. */
  readonly next: (state: State, modifiedAt: Date) => State;
  /** Writes it as its owner does. */
  readonly save: (before: State | undefined, after: State) => Promise<unknown>;
}

type Options = ConstructorParameters<typeof SnapshotBackfill>[0];

/** The service's own objects and database. */
export type BackfilledService = Pick<Options, 'known' | 'transact'>;

const day = 86_400_000;

/** The body of a record. */
const stateOf = ({ value }: EncodedMessage) =>
  JSON.parse(String(value)) as { readonly version: number; readonly occurredAt: string };

/** The tests that a kind of object from before its snapshot topic reaches the topic. */
export function testBackfill<State>(kind: BackfilledKind<State>, { known, transact }: BackfilledService): void {
  /** One round of a new instance with this topic alone, which reads two objects at a time. */
  const round = async (producer: BackfillProducer): Promise<void> => {
    // Not with the harness: a journey needs no code of a service's worker.
    const { SnapshotBackfill } = await import('@payorch/platform/snapshots');
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const worker = new SnapshotBackfill({
      known: known.filter(({ snapshots }) => snapshots === kind.topic),
      transact,
      producer,
      hasCopied: async () => true,
      logger: silent,
      metrics: { setSnapshotBackfill: () => undefined },
      publicUrl: 'https://pay.example.com',
      everyMs: 1_000,
      pageRows: 2,
    });
    await worker.round();
  };
  const before = new Date(Date.now() - day);
  const stored = async (count: number): Promise<State[]> => {
    const made = Array.from({ length: count }, () => kind.made(before));
    for (const one of made) await kind.save(undefined, one);
    return made.sort((one, other) => (kind.keyOf(one) < kind.keyOf(other) ? -1 : 1));
  };
  const change = (one: State) => kind.save(one, kind.next(one, new Date()));

  it(`${kind.topic}: objects are on the topic, also with changes and a crash in the middle`, async () => {
    const [a, b, c, d, e] = (await stored(5)) as [State, State, State, State, State];
    const sent: EncodedMessage[] = [];
    const order: string[] = [];
    let waiting: Promise<unknown> = Promise.resolve();
    const killing: BackfillProducer = {
      async send(messages) {
        sent.push(...messages);
        if (sent.length > 2) throw new Error('killed');
        // The row of the first one is locked; the fourth one is not read yet.
        waiting = change(a).then(() => order.push('changed'));
        await change(d);
        order.push('published');
      },
    };
    await round(killing);
    await waiting;
    expect(order).toEqual(['published', 'changed']);
    const resumed: EncodedMessage[] = [];
    await round({ send: async (messages) => void resumed.push(...messages) });
    const keysOf = (messages: readonly EncodedMessage[]) => messages.map(({ key }) => key);
    expect(keysOf(sent.slice(0, 2))).toEqual([a, b].map(kind.keyOf));
    // The first change of a page that was not committed: the same object again, under the same id.
    expect(keysOf(sent.slice(2))).toEqual([kind.keyOf(c)]);
    expect(resumed[0]?.headers['ce_id']).toBe(sent[2]?.headers['ce_id']);
    // The changed ones have their events.
    expect(keysOf(resumed)).toEqual([c, e].map(kind.keyOf));
    for (const message of [...sent, ...resumed]) {
      expect(message.topic).toBe(kind.topic);
      expect(stateOf(message)).toMatchObject({ version: 1, occurredAt: before.toISOString() });
      expect(message.headers).toMatchObject({ ce_time: before.toISOString() });
    }
  });
}
