/** Finds or installs a nats-server for the tests of the log in NATS. */
import { installDebianPackage, programOnPath } from './debian-package.js'
import { StepFailed } from './steps.js'

const hint = 'install nats-server, or name one with NATS_SERVER_PATH'

/** Without a server, tests that need one are skipped, but never where a machine checks. @throws StepFailed */
export async function ensureNatsServer() {
  if (process.env.NATS_SERVER_PATH || programOnPath('nats-server')) return
  // Without a network the others still run.
  await installDebianPackage('nats-server').catch(() => undefined)
  if (programOnPath('nats-server')) return
  if (process.env.CI) throw new StepFailed(`The tests of the log in NATS can't run: ${hint}.`)
  process.stderr.write(`Tests of the log in NATS are skipped: ${hint}.\n`)
}
