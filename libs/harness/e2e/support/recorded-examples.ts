import type { ExampleAnswer, ExampleAnswers, ExampleJson } from '@payorch/rest/reference';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Answers to the examples, made by this test with `RECORD_EXAMPLES=1`. */
const file = path.resolve(__dirname, '../../../../api/examples.json');

export const isRecording = process.env['RECORD_EXAMPLES'] === '1';

export const recordedAnswers = (): ExampleAnswers =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ExampleAnswers) : {};

/** Records each example once, with the first id of an object in place of later ones, and the address of `npm start`. */
export class Recorder {
  readonly latest: Record<string, ExampleAnswer> = {};
  private readonly first: Record<string, ExampleAnswer> = {};
  private readonly firstValues = new Map<string, string>();

  constructor(private readonly baseUrl: string) {}

  add(name: string, { status, body }: ExampleAnswer): void {
    const earlier = this.first[name];
    this.latest[name] = { status, body };
    if (earlier) this.learn(earlier.body, body);
    else this.first[name] = JSON.parse(this.normalized(JSON.stringify({ status, body }))) as ExampleAnswer;
  }

  write(): void {
    writeFileSync(file, `${JSON.stringify(this.first, null, 2)}\n`);
  }

  private normalized(text: string): string {
    const local = text.replaceAll(this.baseUrl, 'http://127.0.0.1:8080');
    return [...this.firstValues].reduce((changed, [later, first]) => changed.replaceAll(later, first), local);
  }

  private learn(first: ExampleJson | undefined, later: ExampleJson | undefined): void {
    if (typeof first === 'string' && typeof later === 'string') {
      if (first !== later && /\d\w{11}|\w{11}\d/.test(first)) this.firstValues.set(later, first);
      return;
    }
    if (typeof first !== 'object' || typeof later !== 'object' || first === null || later === null) return;
    const values = new Map(Object.entries<ExampleJson>(later));
    for (const [key, value] of Object.entries<ExampleJson>(first)) this.learn(value, values.get(key));
  }
}
