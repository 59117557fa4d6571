import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';
import { inside, projectsIn } from './projects.cjs';

/** Every file of the repository, also before its first commit. */
export const everyFile = () =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\0')
    // A deleted file is listed until its deletion is staged.
    .filter((file) => file !== '' && existsSync(path.join(root, file)));

const workspace = { name: 'workspace', folder: '.' };

/** Whether a file is a project's own: in its folder, and not in a project inside it. The workspace owns what no project has. */
export function ownership(name) {
  const projects = projectsIn(root);
  const project = name === workspace.name ? workspace : projects.find((one) => one.name === name);
  if (!project) throw new Problem(`there is no project ${name}`, 'npx nx show projects');
  const others = inside(projects, project).map(({ folder }) => `${folder}/`);
  const own = project.folder === '.' ? '' : `${project.folder}/`;
  return (file) => file.startsWith(own) && !others.some((other) => file.startsWith(other));
}
