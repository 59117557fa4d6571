import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { runCommand } from './lib/command-line.mjs';
import { everyFile } from './lib/files.mjs';
import { root } from './lib/paths.mjs';

const command = {
  name: 'node tools/secret-scan.mjs',
  about: "Looks for credentials in every file of the repository, with secretlint's recommended rules.",
};

/** secretlint always measures itself, and looks through all earlier marks at each new one: a time that grows with their square. */
performance.mark = performance.measure = () => undefined;

await runCommand(command, async () => {
  const { runSecretLint } = await import('secretlint');
  const files = everyFile();
  const filePathOrGlobList = files.map((file) => path.join(root, file));
  const { exitStatus, stdout } = await runSecretLint({
    cliOptions: { filePathOrGlobList, noGlob: true, cwd: root },
    engineOptions: { cwd: root, formatter: 'stylish' },
  });
  process.stdout.write(`${stdout}${files.length} files\n`);
  return exitStatus === 0;
});
