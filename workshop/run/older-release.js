/** Runs the product tests of an older release on this checkout's schema, because its nodes meet it during an update. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, run, StepFailed } from './steps.js'

const inRoot = (/** @type {string} */ name) => path.join(root, name)

/**
 * @param {string[]} args a commit, then test files; without files, all that need the database
 * @returns {Promise<number>} the tests' exit code
 * @throws StepFailed
 */
export async function testOlderRelease([ref, ...files]) {
  if (ref === undefined) throw new StepFailed('Name a commit, for example HEAD~20.')
  const folder = extract(commitOf(ref))
  // It was compiled with its own schema, and meets the database of this one.
  // A run that was interrupted may have removed its migrations already.
  rmSync(path.join(folder, 'app/db/migrations'), { recursive: true, force: true })
  cpSync(inRoot('app/db/migrations'), path.join(folder, 'app/db/migrations'), { recursive: true })

  // The preparations of that release, but for the packages: npm would remove those of this checkout.
  const steps = pathToFileURL(path.join(folder, 'workshop/run/steps.js')).href
  const build = `import(${JSON.stringify(steps)}).then((steps) => steps.ensureBuilt())`
  if ((await run(process.execPath, ['-e', build])) !== 0) {
    throw new StepFailed('That release can’t be built. See the message above.')
  }
  return run(process.execPath, [
    ...[path.join(folder, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder],
    ...['--config', path.join(folder, 'tests/vitest.config.ts')],
    ...['--project', 'product:postgres', ...files],
  ])
}

/** @param {string} ref @returns {string} @throws StepFailed */
function commitOf(ref) {
  const { stdout, status } = git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)
  if (status !== 0) throw new StepFailed(`${ref} is no commit of this repository.`)
  return stdout.toString().trim()
}

/**
 * @param {string} commit
 * @returns {string} a folder with its files and this checkout's packages
 * @throws StepFailed when it was locked to other packages
 */
function extract(commit) {
  const folder = inRoot(`.cache/release-${commit.slice(0, 12)}`)
  const packages = git('show', `${commit}:package-lock.json`).stdout
  if (!packages.equals(readFileSync(inRoot('package-lock.json')))) {
    throw new StepFailed('That release has other packages. Run this in a clone with its packages.')
  }
  removeOthers(folder)
  if (existsSync(folder)) return folder
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  const { stdout } = git('archive', '--format=tar', commit)
  const { status } = spawnSync('tar', ['-x', '-C', partial], { input: stdout })
  if (status !== 0) throw new StepFailed('Its files can’t be unpacked.')
  symlinkSync(inRoot('node_modules'), path.join(partial, 'node_modules'))
  renameSync(partial, folder)
  return folder
}

/**
 * Removes the folders of other releases, which are large. Their packages are a link.
 *
 * @param {string} folder
 */
function removeOthers(folder) {
  const parent = path.dirname(folder)
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    if (!/^release-[0-9a-f]{12}(?:\.partial)?$/.test(name) || name === path.basename(folder))
      continue
    rmSync(path.join(parent, name), { recursive: true, force: true })
  }
}

/** @param {string[]} args */
const git = (...args) => spawnSync('git', args, { cwd: root, maxBuffer: 1024 ** 3 })
