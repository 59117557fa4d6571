// Preloaded with `node --require`: runs the main program from V8's code cache, which lies beside it. Without a cache, or with
// one of another Node version, the program is compiled as usual, and the first process that has started writes the cache with all
// functions that the start needed. For tests and development only: they start the same programs hundreds of times, and
// half of the CPU time of a start is compiling.
const { existsSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { Script } = require('node:vm');

const checkEveryMs = 1_000;
/** A process that wants the CPU for less than this in `checkEveryMs` has started, however long that took on a busy machine. */
const idleMs = 150;
const main = path.resolve(process.argv[1] ?? '');
const compile = Module.prototype._compile;

/** The time in ms for which the main thread has used a CPU or waited for one; the system may not report the second. */
function wantedMs() {
  const { user, system } = process.cpuUsage();
  const schedstat = '/proc/self/schedstat';
  const waited = existsSync(schedstat) ? Number(readFileSync(schedstat, 'utf8').split(' ')[1]) / 1e6 : 0;
  return (user + system) / 1_000 + waited;
}

/** Writes the cache when the process has started. */
function writeOnceStarted(script, file, before = -Infinity) {
  const wanted = wantedMs();
  if (wanted - before < idleMs) write(script, file);
  else setTimeout(writeOnceStarted, checkEveryMs, script, file, wanted).unref();
}

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
  if (!cachedData) writeOnceStarted(script, file);
  const load = script.runInThisContext();
  return load(module.exports, Module.createRequire(filename), module, filename, path.dirname(filename));
}

Module.prototype._compile = function (source, filename) {
  return filename === main ? run(this, source, filename) : compile.call(this, source, filename);
};
