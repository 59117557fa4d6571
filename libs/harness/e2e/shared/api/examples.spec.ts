import { aMerchant, sharedSystem } from '@payorch/harness';
import { exampleName, examples, resolveExample, type Example, type ExampleAnswer } from '@payorch/rest/reference';
import { writeFileSync } from 'node:fs';
import { exampleSender, requestOfExample } from '../../support/example-requests';

jest.setTimeout(240_000);
const system = sharedSystem();

it('records', async () => {
  const merchant = await aMerchant(system, { merchantId: 'merchant_demo', connectors: ['stripe_test', 'adyen_test'] });
  const send = exampleSender(system, merchant);
  const live: Record<string, ExampleAnswer> = {};
  const recorded: Record<string, ExampleAnswer> = {};
  const bad: unknown[] = [];
  const byName = new Map(examples.map((one) => [exampleName(one), one]));
  const canonical = new Map<string, string>();
  const learn = (was: unknown, is: unknown): void => {
    if (typeof was === 'string' && typeof is === 'string' && was !== is && /\w{12}/.test(was)) canonical.set(is, was);
    if (typeof was === 'object' && was && typeof is === 'object' && is)
      for (const [key, value] of Object.entries(was)) learn(value, (is as Record<string, unknown>)[key]);
  };
  const run = async (example: Example): Promise<void> => {
    const name = exampleName(example);
    try {
      const answer = await send(example.operation, requestOfExample(resolveExample(example, live)));
      live[name] = { status: answer.status, body: answer.body };
      if (answer.status >= 300) bad.push([name, answer.status, answer.text.slice(0, 400)]);
      if (recorded[name]) learn(recorded[name].body, answer.body);
      else {
        let text = JSON.stringify(live[name]);
        for (const [from, to] of canonical) text = text.replaceAll(from, to);
        recorded[name] = JSON.parse(text) as ExampleAnswer;
      }
    } catch (error) {
      bad.push([name, String(error)]);
    }
  };
  for (const example of examples) {
    for (const need of example.needs ?? []) await run(byName.get(need)!);
    await run(example);
  }
  writeFileSync('/tmp/recorded.json', JSON.stringify(recorded, null, 2));
  writeFileSync('/tmp/bad.json', JSON.stringify(bad, null, 2));
}, 240_000);
