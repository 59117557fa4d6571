import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface NameServer {
  /** The values of TXT records by name; other names do not exist. */
  readonly records: Map<string, string>;
  close(): Promise<void>;
}

const headerBytes = 12;
const textType = 16;
const [answered, noSuchName] = [0x8180, 0x8183];

/** The name of a query's only question, and the bytes of the question. */
function questionIn(query: Buffer): { readonly name: string; readonly question: Buffer } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), question: query.subarray(headerBytes, at + 5) };
}

/** One TXT record, whose name is the question's (RFC 1035, 4.1). */
function recordOf(value: string): Buffer {
  const text = Buffer.from(value);
  const fixed = Buffer.alloc(13);
  fixed.writeUInt16BE(0xc000 + headerBytes, 0);
  fixed.writeUInt16BE(textType, 2);
  fixed.writeUInt16BE(1, 4);
  fixed.writeUInt16BE(text.length + 1, 10);
  fixed.writeUInt8(text.length, 12);
  return Buffer.concat([fixed, text]);
}

function replyTo(query: Buffer, records: ReadonlyMap<string, string>): Buffer {
  const { name, question } = questionIn(query);
  const value = records.get(name);
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(query.readUInt16BE(0), 0);
  header.writeUInt16BE(value === undefined ? noSuchName : answered, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(value === undefined ? 0 : 1, 6);
  return Buffer.concat([header, question, ...(value === undefined ? [] : [recordOf(value)])]);
}

/** A name server of this machine, for TXT records of up to 255 bytes. */
export async function startNameServer(port: number): Promise<NameServer> {
  const records = new Map<string, string>();
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => socket.send(replyTo(query, records), from.port, from.address));
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return {
    records,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
