import { runCommand } from './lib/command-line.mjs';

const command = {
  name: 'node tools/reference.mjs',
  about:
    'Prints the document that the gateway serves at /openapi.json, for all routes: api/openapi.json with words and examples.',
};

await runCommand(command, async () => {
  const { referenceDocument } = await import('./lib/reference-document.mjs');
  const { document } = await referenceDocument();
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  return true;
});
