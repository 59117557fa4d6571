// Preloaded with `node --require` into the programs that tests start: one whose test process was killed would run on for ever, and
// look for servers that are gone.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
