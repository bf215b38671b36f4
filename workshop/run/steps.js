/**
 * Preconditions of every command: a suitable Node, the packages, the build. Uses only Node's own
 * modules, because these steps run before the packages are installed.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { precompress } from './precompress.js'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const inRoot = (/** @type {string} */ name) => path.join(root, name)

const oldestNode = [20, 19]

/** A failure that the person at the terminal can fix. Only its message is shown. */
export class StepFailed extends Error {}

/** @throws StepFailed */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = oldestNode
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return

  throw new StepFailed(
    `Node ${oldestNode.join('.')} or newer is needed; this is ${process.versions.node}.`,
  )
}

/** Installs the locked packages unless exactly these are installed. @throws StepFailed */
export async function ensureInstalled() {
  const stamp = inRoot('node_modules/.footfall')
  await alone('install', async () => {
    const wanted = packagesHash()
    if (readStamp(stamp) === wanted) return

    writeLine('Installing the packages (a minute or two, the first time only) …')
    const code = await run(...npm('ci', '--include=dev', '--no-audit', '--no-fund'))
    if (code !== 0) {
      throw new StepFailed(
        'npm ci failed. See its message above. Installing packages needs a connection to the package registry.',
      )
    }
    writeFileSync(stamp, wanted)
  })
}

/** Builds the server, the browser's files and the pixel, unless these sources have been built. */
export async function ensureBuilt() {
  const stamp = inRoot('build/.stamp')
  await alone('build', async () => {
    const wanted = sourcesHash()
    if (readStamp(stamp) === wanted) return

    writeLine('Building …')
    rmSync(inRoot('build'), { recursive: true, force: true })
    const remix = inRoot('node_modules/@remix-run/dev/dist/cli.js')
    const vite = inRoot('node_modules/vite/bin/vite.js')
    const quiet = ['--logLevel', 'warn']
    await build([remix, 'vite:build', ...quiet])
    await build([vite, 'build', '--config', '.config/vite.pixel.ts', ...quiet])
    if (existsSync(inRoot('extensions/nudges-pixel/src/index.ts'))) {
      await build([vite, 'build', '--config', '.config/vite.web-pixel.ts', ...quiet])
    }
    await build([vite, 'build', '--config', '.config/vite.workshop.ts', ...quiet])
    precompress(inRoot('build/client'))
    writeFileSync(stamp, wanted)
  })
}

/** @param {string[]} command of a tool that builds for production */
async function build(command) {
  const code = await run(process.execPath, command, { NODE_ENV: 'production' })
  if (code !== 0) throw new StepFailed('The build failed. See its message above.')
}

/**
 * Runs a tool to its end, with its output on standard error: standard output is reserved for the
 * command line's result.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {Record<string, string>} [environment] added to our own
 * @returns {Promise<number>} the exit code
 */
export function run(file, args, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', process.stderr, process.stderr],
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      resolve(code ?? 1)
    })
  })
}

/**
 * The npm that started us, otherwise the one on the path.
 *
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export function npm(...args) {
  const runningNpm = process.env.npm_execpath
  return runningNpm?.endsWith('.js') ? [process.execPath, [runningNpm, ...args]] : ['npm', args]
}

/** Scripts can change without a new installation. Only what npm installs from counts. */
function packagesHash() {
  const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const { dependencies, devDependencies, overrides } = manifest
  return createHash('sha256')
    .update(JSON.stringify([process.platform, process.arch, dependencies, devDependencies]))
    .update(JSON.stringify(overrides))
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex')
}

const buildInputs = [
  'app',
  'extensions',
  'public',
  'workshop/demo',
  'workshop/shop',
  'workshop/store',
  'package-lock.json',
  'tsconfig.json',
  'remix.config.js',
  'vite.config.ts',
  '.config/vite.pixel.ts',
  '.config/vite.web-pixel.ts',
  '.config/vite.workshop.ts',
  '.config/browser-weight.ts',
  '.config/remix-edits.ts',
  'workshop/run/precompress.js',
]

function sourcesHash() {
  const hash = createHash('sha256')
  for (const file of buildInputs.flatMap(listFiles)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(inRoot(file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} name @returns {string[]} in a fixed order, without tests */
function listFiles(name) {
  if (!existsSync(inRoot(name))) return []
  if (!statSync(inRoot(name)).isDirectory()) return /\.test\.tsx?$/.test(name) ? [] : [name]
  return readdirSync(inRoot(name))
    .sort()
    .flatMap((entry) => listFiles(`${name}/${entry}`))
}

/** @param {string} file */
const readStamp = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

/** @param {string} line */
const writeLine = (line) => process.stderr.write(`${line}\n`)

/**
 * Does the work unless another process of this checkout is doing it.
 *
 * @param {string} name
 * @param {() => Promise<void>} work
 */
async function alone(name, work) {
  const lock = inRoot(`.cache/${name}.lock`)
  mkdirSync(path.dirname(lock), { recursive: true })
  while (!take(lock)) await new Promise((resolve) => setTimeout(resolve, 200))
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** @param {string} lock @returns {boolean} false while a live process holds it */
function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (!isHeld(lock)) rmSync(lock, { force: true })
    return false
  }
}

/** @param {string} lock */
function isHeld(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    // For a moment after it was created, the file doesn't contain a process id yet.
    if (pid === 0) return Date.now() - statSync(lock).mtimeMs < 5_000
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
