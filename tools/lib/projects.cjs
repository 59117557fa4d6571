const { existsSync, readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');

/** The folders with projects; a project may contain others (a connector is a project inside `libs/connectors`). */
const places = ['api', 'apps', 'libs', 'tools'];

const manifestsIn = (root, place) =>
  existsSync(path.join(root, place))
    ? readdirSync(path.join(root, place), { recursive: true })
        .filter((file) => path.basename(file) === 'project.json')
        .map((file) => path.posix.join(place, file.replaceAll(path.sep, '/')))
    : [];

/** Every project of the workspace but the workspace itself: its name, folder, tags and targets, from its project.json. */
const projectsIn = (root) =>
  places
    .flatMap((place) => manifestsIn(root, place))
    .sort()
    .map((manifest) => {
      const { name, tags = [], targets = {} } = JSON.parse(readFileSync(path.join(root, manifest), 'utf8'));
      return { name, folder: path.posix.dirname(manifest), tags, targets };
    });

/** The projects inside a project. The workspace, with the folder `.`, contains all. */
const inside = (projects, { folder }) =>
  projects.filter((other) => other.folder !== folder && (folder === '.' || other.folder.startsWith(`${folder}/`)));

module.exports = { inside, projectsIn };
