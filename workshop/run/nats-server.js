/** Finds or installs a nats-server for the tests of the log in NATS. */
import { spawnSync } from 'node:child_process'
import { installPackage } from './debian.js'
import { StepFailed } from './steps.js'

const hint = 'install nats-server, or name one with NATS_SERVER_PATH'

/** Without a server, tests that need one are skipped, but never where a machine checks. @throws StepFailed */
export async function ensureNatsServer() {
  if (process.env.NATS_SERVER_PATH || isInstalled()) return
  await installPackage('nats-server')
  if (isInstalled()) return
  if (process.env.CI) throw new StepFailed(`The tests of the log in NATS can't run: ${hint}.`)
  process.stderr.write(`Tests of the log in NATS are skipped: ${hint}.\n`)
}

const isInstalled = () => spawnSync('nats-server', ['--version']).status === 0
