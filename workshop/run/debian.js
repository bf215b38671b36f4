/** Programs that only some tests need, from the distribution. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './steps.js'

/**
 * On Debian, as root, installs a package of the distribution, which includes all libraries that it needs.
 *
 * @param {string} name
 */
export async function installPackage(name) {
  if (process.getuid?.() !== 0 || !isDebian()) return
  process.stderr.write(`Installing ${name} with apt-get …\n`)
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], quiet)
  await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], quiet)
}

const isDebian = () =>
  existsSync('/etc/debian_version') && spawnSync('apt-get', ['--version']).status === 0
