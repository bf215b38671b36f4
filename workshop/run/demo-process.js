/**
 * Starts the demo next to the product. Plain JavaScript from Node's own modules, because `npm start` uses
 * it before anything is compiled.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {object} DemoProcess
 * @property {Record<string, string>} environment variables that the product needs
 * @property {() => Promise<void>} create to be called when the product is ready; resolves when the demo exists
 * @property {(ahead: number) => Promise<void>} moveClock milliseconds that the demo's clock is ahead of
 *   this machine's from now on; resolves when it is
 * @property {() => Promise<void>} stop
 */

const root = fileURLToPath(new URL('../..', import.meta.url))

export const demoFiles = {
  built: 'build/workshop/demo.js',
  source: 'workshop/run/demo-from-source.js',
}

/** @type {DemoProcess} */
const noDemo = {
  environment: {},
  create: async () => {},
  moveClock: async () => {},
  stop: async () => {},
}

/**
 * None but for a local product, because a login that is printed would let everyone in, and none with DEMO=0.
 *
 * @param {NodeJS.ProcessEnv} env the product's
 * @param {{ from: 'built' | 'source', onOutput?: (text: string) => void }} options without `onOutput`,
 *   it prints to this terminal
 * @returns {Promise<DemoProcess | null>} null when it can't start. It has printed the reason
 */
export async function startDemo(env, { from, onOutput }) {
  if (env.APP_ENV !== 'local' || env.DEMO === '0') return noDemo

  const output = onOutput ? 'pipe' : 'inherit'
  const child = fork(demoFiles[from], [], {
    cwd: root,
    env,
    execArgv: [],
    stdio: ['ignore', output, output, 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => onOutput?.(String(chunk)))
  }
  const ended = new Promise((resolve) => child.once('exit', resolve))
  /** @type {Record<string, string> | null} */
  const environment = await new Promise((resolve) => {
    child.once('message', (/** @type {Record<string, string>} */ reported) => resolve(reported))
    void ended.then(() => resolve(null))
  })
  if (environment === null) return null

  /** @type {Promise<void> | undefined} */
  let created
  /** @param {{ name: 'create' } | { name: 'move-clock', ahead: number }} task */
  const ask = async (task) => {
    if (!child.connected) return
    const done = new Promise((/** @type {(value: void) => void} */ resolve) => {
      const receive = (/** @type {unknown} */ message) => {
        if (message !== task.name) return
        child.off('message', receive)
        resolve()
      }
      child.on('message', receive)
    })
    child.send(task)
    await Promise.race([done, ended])
  }
  return {
    environment,
    create: () => (created ??= ask({ name: 'create' })),
    moveClock: (ahead) => ask({ name: 'move-clock', ahead }),
    async stop() {
      child.kill()
      await ended
    },
  }
}
