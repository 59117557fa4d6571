import { Injectable } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { defineMessage, type MessageDefinition } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import { z } from 'zod';
import type { Incoming } from '../messages/envelope';
import { aContext } from '../kafka.fixture';
import { handlerDecorator, MessageController } from './message-handler';
import { assertAllHandled, MessageServer } from './message-server';

const data = z.object({ id: z.string() });
const declare = <const Type extends string>(topic: string, type: Type, kind: 'command' | 'event') =>
  defineMessage({ topic, type, version: 1, kind, key: ({ id }) => id, data });
const take = declare('notes.commands', 'note.take', 'command');
const taken = declare('notes.events', 'note.taken', 'event');
const forward = declare('notes.commands', 'note.forward', 'command');
const unused = declare('notes.unused', 'note.burn', 'command');

interface Context {
  readonly round: number;
}
const Handles = handlerDecorator<Context, string>();
const Forwards = handlerDecorator<Context, string>({ isForwarded: true });

@Injectable()
class Pen {
  readonly color = 'blue';
}

@MessageController()
class Notes {
  constructor(private readonly pen: Pen) {}

  @Handles(take)
  take({ id }: z.infer<typeof data>, { round }: Context): string {
    if (id === 'bug') throw new InvariantError('no such note');
    return `${id} ${round} ${this.pen.color}`;
  }

  @Handles(taken)
  taken({ id }: z.infer<typeof data>, { round }: Context): string {
    if (id === 'bug') throw new InvariantError('no such event');
    return `${id} taken ${round}`;
  }

  @Forwards(forward)
  forward(): string {
    return 'forwarded';
  }
}

@MessageController()
class OthersNotes {
  @Handles(unused)
  burn(): string {
    return 'burnt';
  }
}

class FakeServer extends MessageServer<Context, string> {
  constructor(readonly handles: readonly string[]) {
    super();
  }
  override listen(callback: () => void): void {
    callback();
  }
  override close(): void {}
  override unwrap<T>(): T {
    return this as unknown as T;
  }
}

const incoming = (message: unknown, id: string): Incoming => ({
  message: message as MessageDefinition,
  data: { id },
  key: id,
  context: aContext(),
  origin: { topic: 'notes.commands', partition: 0, offset: '0' },
});

async function serve<Server extends MessageServer<Context, string>>(
  server: Server,
  ...controllers: (new (pen: Pen) => object)[]
): Promise<Server> {
  const module = await Test.createTestingModule({ controllers, providers: [Pen] }).compile();
  await module.createNestMicroservice({ strategy: server }).init();
  return server;
}

describe('a message server', () => {
  it('a message is passed to the method that Nest registered for it, with its context', async () => {
    const server = await serve(new FakeServer(['notes.commands', 'notes.events']), Notes);
    expect(await server.handle(incoming(take, 'a'), { round: 1 })).toBe('a 1 blue');
    expect(await server.handle(incoming(taken, 'b'), { round: 2 })).toBe('b taken 2');
    expect([take, taken, forward].map((message) => server.isForwarded(incoming(message, 'a')))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it.each([
    ['a command', take, 'no such note'],
    ['an event', taken, 'no such event'],
  ])('the error that a handler of %s throws reaches the transport unchanged', async (_, message, cause) => {
    const server = await serve(new FakeServer(['notes.commands', 'notes.events']), Notes);
    await expect(server.handle(incoming(message, 'bug'), { round: 1 })).rejects.toEqual(new InvariantError(cause));
    await expect(server.handle(incoming(message, 'bug'), { round: 1 })).rejects.toBeInstanceOf(InvariantError);
  });

  it('a server takes only the handlers of its own topics', async () => {
    const server = await serve(new FakeServer(['notes.events']), Notes, OthersNotes);
    expect(server.messages).toEqual([taken]);
    expect(() => server.handle(incoming(take, 'a'), { round: 1 })).toThrow('note.take.v1 has no handler');
  });

  it('a handler that no transport of the app serves, or a second one, prevents the start', async () => {
    const topics = ['notes.commands', 'notes.events'];
    const both = topics.map((topic) => new FakeServer([topic]));
    for (const server of both) await serve(server, Notes);
    expect(() => assertAllHandled(both)).not.toThrow();
    const one = await serve(new FakeServer(topics), Notes, OthersNotes, class Again extends OthersNotes {});
    expect(() => assertAllHandled([one])).toThrow(
      'messages and handlers do not match: note.burn.v1 is handled twice; ' +
        'note.burn.v1 is handled, notes.unused is not consumed; note.burn.v1 is handled, notes.unused is not consumed',
    );
  });

  it('the compiler refuses a payload, a context or a result that does not match', () => {
    class Wrong {
      // @ts-expect-error the payload of the message has another type
      @Handles(take)
      payload(note: { readonly id: number }): string {
        return String(note.id);
      }

      // @ts-expect-error the transport passes another context
      @Handles(take)
      context(_: z.infer<typeof data>, { page }: { readonly page: number }): string {
        return String(page);
      }

      // @ts-expect-error the transport expects another result
      @Handles(take)
      result(): number {
        return 1;
      }
    }
    expect(new Wrong()).toBeDefined();
  });
});
