// Preloaded with `node --require`: runs the main program from V8's code cache, which lies beside it. Without a cache, or with
// one of another Node version, the program is compiled as usual, and the first process that lives long enough writes the cache
// with all functions that the start needed. For tests and development only: they start the same programs hundreds of times, and
// half of the CPU time of a start is compiling.
const { existsSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { Script } = require('node:vm');

const writeAfterMs = 2_000;
const main = path.resolve(process.argv[1] ?? '');
const compile = Module.prototype._compile;

/** Several processes may write at once: each writes a file of its own and moves it into place. */
function write(script, file) {
  if (existsSync(file)) return;
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, script.createCachedData());
  renameSync(fresh, file);
}

function run(module, source, filename) {
  // V8 compares only the length of the source with that of the cache.
  const { size, mtimeMs } = statSync(filename);
  const file = `${filename}.${process.version}.${size}.${Math.round(mtimeMs)}.cache`;
  const cachedData = existsSync(file) ? readFileSync(file) : undefined;
  const script = new Script(Module.wrap(source), { filename, cachedData });
  if (!cachedData) setTimeout(write, writeAfterMs, script, file).unref();
  const load = script.runInThisContext();
  return load(module.exports, Module.createRequire(filename), module, filename, path.dirname(filename));
}

Module.prototype._compile = function (source, filename) {
  return filename === main ? run(this, source, filename) : compile.call(this, source, filename);
};
