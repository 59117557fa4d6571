import { constants, createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { LedgerEntry, Numbered } from './entries';
import { findTornTail } from './torn-tail';

/** With O_DSYNC a write returns when its bytes are on disk: one system call instead of write and fdatasync. */
const openFlags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | constants.O_DSYNC;
const linesPerPosition = 256;
const idleFlushMs = 20;

/**
 * The append-only file, one JSON line per entry. Entries are written in groups: while one group is being written the
 * next one gathers, so that all callers waiting for a group share the cost of one fsync.
 */
export class LedgerFile {
  private buffer: string[] = [];
  private group: Promise<void> | undefined;
  private next: Promise<void> | undefined;
  private idle: NodeJS.Timeout | undefined;
  private seq = 0;
  private writtenSeq = 0;
  private size = 0;
  /** The offset of every few entries, so that a read from the middle does not start at the front. */
  private readonly positions: { seq: number; offset: number }[] = [{ seq: 1, offset: 0 }];

  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
  ) {}

  /** Opens or creates the file and passes every entry in it to `replay`, oldest first. */
  static async open(path: string, replay: (entry: Numbered) => void): Promise<LedgerFile> {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, openFlags, 0o600);
    const { size } = await file.stat();
    const whole = await findTornTail(file, size);
    // No caller was answered on the basis of an incomplete line.
    if (whole < size) await file.truncate(whole);
    const ledger = new LedgerFile(path, file);
    await ledger.replay(replay);
    ledger.size = whole;
    return ledger;
  }

  private async replay(replay: (entry: Numbered) => void): Promise<void> {
    let offset = 0;
    for await (const line of this.lines(0)) {
      const entry = parseLine(line, this.seq + 1);
      this.indexPosition(entry.seq, offset);
      this.seq = entry.seq;
      offset += Buffer.byteLength(line) + 1;
      replay(entry);
    }
    this.writtenSeq = this.seq;
  }

  /** Gives the entry its number and time. The entry is on disk when `flushed` resolves. */
  append<E extends LedgerEntry>(entry: E): Numbered<E> {
    this.seq += 1;
    const numbered = { seq: this.seq, at: new Date().toISOString(), ...entry };
    this.buffer.push(`${JSON.stringify(numbered)}\n`);
    this.idle ??= setTimeout(() => void this.flushed().catch(() => undefined), idleFlushMs);
    return numbered;
  }

  /** Resolves when all entries appended so far are on disk; after a disk failure, rejects from then on. */
  flushed(): Promise<void> {
    if (this.buffer.length === 0) return this.group ?? Promise.resolve();
    if (!this.group) return this.writeGroup();
    this.next ??= this.group.then(() => {
      this.next = undefined;
      return this.writeGroup();
    });
    return this.next;
  }

  private writeGroup(): Promise<void> {
    clearTimeout(this.idle);
    this.idle = undefined;
    const bytes = Buffer.from(this.buffer.join(''));
    const last = this.seq;
    this.buffer = [];
    const group = this.write(bytes, last).then(() => {
      if (this.group === group) this.group = undefined;
    });
    this.group = group;
    return group;
  }

  private async write(bytes: Buffer, lastSeq: number): Promise<void> {
    this.indexPosition(this.writtenSeq + 1, this.size);
    for (let done = 0; done < bytes.length;) {
      done += (await this.file.write(bytes, done, bytes.length - done)).bytesWritten;
    }
    this.size += bytes.length;
    this.writtenSeq = lastSeq;
  }

  private indexPosition(seq: number, offset: number): void {
    if (seq - this.positions[this.positions.length - 1]!.seq >= linesPerPosition) this.positions.push({ seq, offset });
  }

  /** Returns entries after number `since`, at most `limit`, read back from the file. */
  async since(since: number, limit: number): Promise<Numbered[]> {
    await this.flushed();
    // Stops there: a line that is being written right now may be incomplete on disk.
    const last = this.writtenSeq;
    if (since >= last) return [];
    const position = this.positions.findLast((one) => one.seq <= since + 1) ?? this.positions[0]!;
    const entries: Numbered[] = [];
    let seq = position.seq;
    for await (const line of this.lines(position.offset)) {
      if (entries.length === limit) break;
      if (seq > since) entries.push(parseLine(line, seq));
      seq += 1;
      if (seq > last) break;
    }
    return entries;
  }

  private async *lines(start: number): AsyncGenerator<string> {
    const input = createReadStream(this.path, { start });
    try {
      yield* createInterface({ input, crlfDelay: Infinity });
    } finally {
      // A reader that stops early would otherwise leave the file open.
      input.destroy();
    }
  }

  async close(): Promise<void> {
    await this.flushed();
    clearTimeout(this.idle);
    await this.file.close();
  }
}

function parseLine(line: string, expected: number): Numbered {
  const entry = readJson(line);
  if (entry?.seq !== expected) throw new Error(`the ledger is damaged at entry ${expected}: ${line.slice(0, 60)}`);
  return entry;
}

function readJson(line: string): Numbered | undefined {
  try {
    return JSON.parse(line) as Numbered;
  } catch {
    return undefined;
  }
}
