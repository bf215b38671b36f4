/** Programs that Debian has and npm doesn't. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { run } from './steps.js'

/** Debian puts servers into a folder that isn't on everyone's path. */
const folders = () => [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin']

/** @param {string[]} names @returns {string | undefined} the file of the first that this machine has */
export const programOnPath = (...names) =>
  names.flatMap((name) => folders().map((folder) => path.join(folder, name))).find(isExecutable)

/**
 * Installs a package. On other systems than Debian, or without the rights to, it does nothing.
 *
 * @param {string} name
 */
export async function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !onDebian()) return
  process.stderr.write(`Installing ${name} with apt-get …\n`)
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], quiet)
  await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], quiet)
}

const onDebian = () =>
  existsSync('/etc/debian_version') && spawnSync('apt-get', ['--version']).status === 0

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
