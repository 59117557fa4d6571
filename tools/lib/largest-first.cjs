const { readFileSync, statSync } = require('node:fs');
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

const journeyImport = /^import '(\.\/[\w-]+\.journey)';$/gm;

/** Specs whose work is elsewhere, or which wait for many starts and loads: they count as larger than any other. */
const longerThanTheirText =
  /(?:fault-runs|start|crashes\/(?:messages|outages|services)|payouts\/(?:crashes|faults))\.spec\.ts$/;
const largest = 1e6;

/** The size in bytes of a spec with the journeys that it imports for their tests. */
function sizeOf(file) {
  const imported = [...readFileSync(file, 'utf8').matchAll(journeyImport)];
  const files = imported.map(([, name]) => path.join(path.dirname(file), `${name}.ts`));
  const text = [file, ...files].reduce((sum, one) => sum + statSync(one).size, 0);
  return longerThanTheirText.test(file) ? largest + text : text;
}

/** Runs the largest specs first, so that two workers end together. Jest itself would take a spec of imports for a small one. */
module.exports = class LargestFirst extends Sequencer {
  sort(tests) {
    const sizes = new Map(tests.map(({ path: file }) => [file, sizeOf(file)]));
    return [...tests].sort((one, other) => sizes.get(other.path) - sizes.get(one.path));
  }
};
