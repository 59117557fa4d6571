// Checks the types and the lint of the workspace, in one process: the rules that read types ask the programs that the compiler has
// checked, instead of building and checking the same programs again. The target `code` runs it.
import { ESLint } from 'eslint';
import path from 'node:path';
import ts from 'typescript';
import configs from './lib/compiler-configs.cjs';
import { root } from './lib/paths.mjs';

const formatHost = {
  getCurrentDirectory: () => root,
  getCanonicalFileName: (name) => name,
  getNewLine: () => '\n',
};

/** Prints what the compiler found; returns how much that is. */
function report(diagnostics) {
  process.stdout.write(ts.formatDiagnostics(diagnostics, formatHost));
  return diagnostics.length;
}

/** The program of a configuration, as `tsc --noEmit` builds it. */
function programOf(config) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (one) => report([one]) };
  const whole = { noEmit: true, incremental: false, tsBuildInfoFile: undefined };
  const parsed = ts.getParsedCommandLineOfConfigFile(path.join(root, config), whole, host);
  if (!parsed) throw new Error(`${config} cannot be read`);
  const { options, fileNames: rootNames, errors: configFileParsingDiagnostics } = parsed;
  const files = ts.createCompilerHost(options);
  files.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
  return ts.createProgram({ options, rootNames, configFileParsingDiagnostics, host: files });
}

/** Prints what lint found, warnings too; returns how much that is. */
async function lint(programs) {
  const parserOptions = { project: null, programs };
  const eslint = new ESLint({ cwd: root, overrideConfig: { files: ['**/*.ts'], languageOptions: { parserOptions } } });
  const results = await eslint.lintFiles(['.']);
  process.stdout.write(await (await eslint.loadFormatter('stylish')).format(results));
  return results.reduce((sum, { errorCount, warningCount }) => sum + errorCount + warningCount, 0);
}

const programs = configs.map(programOf);
const typeErrors = programs.reduce((sum, program) => sum + report(ts.getPreEmitDiagnostics(program)), 0);
const problems = await lint(programs);
process.exitCode = typeErrors + problems > 0 ? 1 : 0;
