import { Injectable } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { defineMessage, type MessageDefinition } from '@payorch/contracts';
import { type Incoming, MessageController, MessageServer } from '@payorch/platform/kafka';
import { z } from 'zod';
import { Decides, decisionsAbout } from './decides';
import { type Step, type StepContext, stepDecorators } from './step';

const declare = <const Type extends string>(type: Type, kind: 'command' | 'event') =>
  defineMessage({
    topic: 'notes.commands',
    type,
    version: 1,
    kind,
    key: ({ id }) => id,
    data: z.object({ id: z.string() }),
  });
const write = declare('note.write', 'command');
const burnt = declare('note.burnt', 'event');
const read = declare('note.read', 'command');

interface Note {
  readonly text: string;
}
type NoteContext = StepContext<Note, unknown>;
type Decide = (note: Note | undefined, data: { readonly id: string }, ink: string) => string;

@Injectable()
class NoteDecisions {
  stepOf(decide: Decide, data: { readonly id: string }, { state }: NoteContext): Step<Note> {
    return { state: { text: decide(state, data, 'blue') } };
  }
}

const on = decisionsAbout<Note, string, string>();
const { Handles } = stepDecorators<Note, unknown>();

@MessageController()
@Decides(
  on(write, (note, { id }, ink) => `${note?.text ?? 'new'} ${id} ${ink}`),
  on(burnt, (_note, { id }) => `${id} is ash`),
)
class NotesHandlers {
  constructor(readonly decisions: NoteDecisions) {}

  @Handles(read)
  read(): Step<Note> {
    return {};
  }
}

class FakeServer extends MessageServer<NoteContext, Step<Note>> {
  readonly handles = ['notes.commands'];
  override listen(callback: () => void): void {
    callback();
  }
  override close(): void {}
  override unwrap<T>(): T {
    return this as unknown as T;
  }
}

const incoming = (message: unknown): Incoming => ({
  message: message as MessageDefinition,
  data: { id: 'n1' },
  key: 'n1',
  context: { messageId: 'm', correlationId: 'c', traceparent: 't', occurredAt: new Date(0) },
  origin: { topic: 'notes.commands', partition: 0, offset: '0' },
});

it('every listed message is handled by its decision, beside the methods of the class', async () => {
  const server = new FakeServer();
  const module = await Test.createTestingModule({ controllers: [NotesHandlers], providers: [NoteDecisions] }).compile();
  await module.createNestMicroservice({ strategy: server }).init();
  const context = { state: { text: 'old' } } as NoteContext;
  expect(await server.handle(incoming(write), context)).toEqual({ state: { text: 'old n1 blue' } });
  expect(await server.handle(incoming(burnt), context)).toEqual({ state: { text: 'n1 is ash' } });
  expect(await server.handle(incoming(read), context)).toEqual({});
});

it('a decision about other data than those of its message does not compile', () => {
  // @ts-expect-error: the message has no number
  expect(on(write, (_note, { number }: { readonly number: bigint }) => String(number))).toBeDefined();
});
