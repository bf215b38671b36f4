/**
 * Commands of the built command line, in a process that runs one after the other: loading the command line
 * takes several times as long as what most commands do. It ends with the process that uses it.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

type Outcome = { code: number; out: string; err: string }

const inRoot = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url))

let runner: ChildProcess | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a command with --json and returns the printed object.
 *
 * @param env its whole environment
 * @throws when the command fails, with what it says
 */
export function runCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Record<string, unknown>> {
  const outcome = last.then(() => ask(args, env))
  last = outcome.catch(() => undefined)
  return outcome.then(({ code, out, err }) => {
    if (code !== 0)
      throw new Error(`${args.join(' ')} failed: ${err || `exit code ${String(code)}`}`)
    return JSON.parse(out) as Record<string, unknown>
  })
}

function ask(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  const child = (runner ??= start())
  return new Promise((resolve, reject) => {
    const fail = () => {
      runner = undefined
      reject(new Error(`${args.join(' ')} ended without an answer.`))
    }
    child.once('exit', fail)
    child.once('message', (outcome: Outcome) => {
      child.off('exit', fail)
      child.channel?.unref()
      resolve(outcome)
    })
    child.channel?.ref()
    child.send({ file: inRoot('build/server/cli.js'), args: [...args, '--json'], env })
  })
}

function start(): ChildProcess {
  const child = fork(inRoot('tests/support/commands/command-runner.js'), {
    env: { ...process.env, NODE_ENV: 'production' },
    // Without what loads the tests.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.unref()
  return child
}
