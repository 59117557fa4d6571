import type { NestFastifyApplication } from '@nestjs/platform-fastify';

const largestBody = 8 * 1_048_576;

/** The head of a part and its content, without the line break that ends it. */
function partOf(part: string): readonly [head: string, content: string] {
  const at = part.indexOf('\r\n\r\n');
  return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 4).replace(/\r\n$/, '')];
}

const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');

/**
 * The fields of a `multipart/form-data` body like those of another form: of a file `name[filename]`, `name[type]` and
 * `name[size]`, since no simulated processor returns its bytes. Undefined if the body has no such form.
 */
export function multipartFields(contentType: string, body: Buffer): Record<string, string> | undefined {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  const parts = body.toString('latin1').split(`--${boundary}`);
  if (parts.length < 3 || !parts.at(-1)!.startsWith('--')) return undefined;
  return Object.fromEntries(parts.slice(1, -1).flatMap((part) => fieldsOf(...partOf(part))));
}

function fieldsOf(head: string, content: string): [string, string][] {
  const valueOf = (pattern: RegExp): string | undefined => pattern.exec(head)?.[1];
  const name = utf8(valueOf(/;\s*name="([^"]*)"/i) ?? '');
  const filename = valueOf(/;\s*filename="([^"]*)"/i);
  if (filename === undefined) return [[name, utf8(content)]];
  const type = valueOf(/^content-type:\s*([^\r\n]+)/im) ?? 'application/octet-stream';
  const facts = { filename: utf8(filename), type, size: String(content.length) };
  return Object.entries(facts).map(([fact, value]) => [`${name}[${fact}]`, value]);
}

/** Takes forms with files, as processors do for evidence. */
export function readMultipart(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: largestBody },
    ({ headers }, body, done) => done(null, multipartFields(headers['content-type'] ?? '', body as Buffer) ?? {}),
  );
}
