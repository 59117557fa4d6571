// Loaded first by every process of a patient run of Nx (nx.mjs): it takes only the time of the processors that nothing else wants.
const { existsSync, writeFileSync } = require('node:fs');
const { constants, setPriority } = require('node:os');

const lowest = constants.priority.PRIORITY_LOW;
setPriority(lowest);
// Linux divides the processors among sessions first, each with a priority of its own. Nx starts each task in a new one.
const sessionPriority = '/proc/self/autogroup';
if (existsSync(sessionPriority)) {
  try {
    writeFileSync(sessionPriority, String(lowest));
  } catch {
    // Linux permits few changes in a second: the run is as good without this one, and slower for the others.
  }
}
