/**
 * All commands of package.json: installs what is missing, then runs. Uses only Node's own modules
 * up to there, because it has to run in a fresh clone.
 */
import { spawn } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { startDemo } from './demo-process.js'
import { checkNode, ensureBuilt, ensureInstalled, root, StepFailed } from './steps.js'

/** @type {Record<string, (args: string[]) => Promise<number>>} */
const commands = {
  async start(args) {
    await ensureInstalled()
    await ensureBuilt()
    const env = productEnvironment()
    const demo = await startDemo(env, { from: 'built' })
    if (demo === null) return 1
    const product = { ...env, ...demo.environment }
    try {
      return await node(['build/server/index.js', ...args], product, demo.create)
    } finally {
      await demo.stop()
    }
  },
  async cli(args) {
    await ensureInstalled()
    await ensureBuilt()
    return node(['build/server/cli.js', ...args], productEnvironment())
  },
  async dev(args) {
    await ensureInstalled()
    return node(['workshop/run/dev.js', ...args], { ...process.env, APP_ENV: wantedUse() })
  },
  async build() {
    await ensureInstalled()
    await ensureBuilt()
    return 0
  },
  async pictures(args) {
    await ensureInstalled()
    return node(['workshop/pictures/nudge-pictures.js', ...args], process.env)
  },
  async screenshots(args) {
    await ensureInstalled()
    await ensureBuilt()
    return node(['workshop/pictures/screenshots.js', ...args], process.env)
  },
  async bench(args) {
    await ensureInstalled()
    await ensureBuilt()
    return node(['workshop/run/bench.js', ...args], process.env)
  },
  async cluster(args) {
    await ensureInstalled()
    await ensureBuilt()
    return node(['workshop/run/cluster.js', ...args], process.env)
  },
  async drill(args) {
    await ensureInstalled()
    await ensureBuilt()
    return node(['workshop/run/drill.js', ...args], process.env)
  },
  async test(args) {
    await ensureInstalled()
    const { runTests } = await import('./test.js')
    return runTests(args)
  },
  async 'test:older'(args) {
    await ensureInstalled()
    const { testOlderRelease } = await import('./older-release.js')
    return testOlderRelease(args)
  },
  async 'db:generate'(args) {
    await ensureInstalled()
    const kit = 'node_modules/drizzle-kit/bin.cjs'
    const code = await node(
      [kit, 'generate', '--config', '.config/drizzle.ts', ...args],
      process.env,
    )
    removeOldSnapshots()
    return code
  },
}

/**
 * The built product is always a production build; APP_ENV says what it is used for.
 *
 * @returns {NodeJS.ProcessEnv}
 */
function productEnvironment() {
  return { ...process.env, APP_ENV: wantedUse(), NODE_ENV: 'production' }
}

/** Only these commands start a local product without an explicit setting. */
function wantedUse() {
  const { APP_ENV, NODE_ENV } = process.env
  return APP_ENV || (NODE_ENV === 'production' ? 'production' : 'local')
}

/** The next migration is generated from the newest snapshot. Each has 12,000 lines. */
function removeOldSnapshots() {
  const folder = path.join(root, 'app/db/migrations/meta')
  const snapshots = readdirSync(folder).filter((name) => name.endsWith('_snapshot.json'))
  for (const name of snapshots.sort().slice(0, -1)) rmSync(path.join(folder, name))
}

/**
 * Runs Node in this terminal until it ends, and forwards signals.
 *
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {() => void} [onReady] called when it reports that it is ready
 * @returns {Promise<number>} its exit code
 */
function node(args, env, onReady) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env,
      stdio: onReady ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    })
    if (onReady) child.once('message', onReady)
    /** @param {NodeJS.Signals} signal */
    const handOn = (signal) => child.kill(signal)
    process.on('SIGINT', handOn)
    process.on('SIGTERM', handOn)
    process.on('SIGHUP', () => child.kill('SIGTERM'))
    watchParent(() => child.kill('SIGTERM'))
    child.once('error', reject)
    child.once('exit', (code) => {
      resolve(code ?? 1)
    })
  })
}

/**
 * npm sends signals to its shell, and Debian's shell dies without forwarding them.
 *
 * @param {() => void} onGone
 */
function watchParent(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    onGone()
  }, 250)
  watch.unref()
}

const [name = '', ...args] = process.argv.slice(2)
try {
  checkNode()
  const command = commands[name]
  if (!command) throw new StepFailed(`Commands: ${Object.keys(commands).join(', ')}.`)
  process.exitCode = await command(args)
} catch (error) {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${error instanceof StepFailed ? error.message : text}\n`)
  process.exitCode = 1
}
