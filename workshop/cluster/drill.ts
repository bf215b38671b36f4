/** `npm run drill`: the restore of docs/operate.md with the built product, from a backup to compared sums. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect, parseArgs } from 'node:util'
import { logs, type LogName } from '../bench/logged-shop.ts'
import { drillRestore, type Drilled } from './restore-drill.ts'

/** Some minutes of work for a restored log, as a shop has in an hour. */
const usualEvents = 20_000

const usage = `npm run drill -- [events] [flags]

  events        how many are acknowledged before the backup, and as many after it. 20000 by default
  --log file    where nodes log events: ${logs.join(', ')}
`

/** @returns the exit code */
export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      log: { type: 'string', default: 'file' },
      help: { type: 'boolean', default: false },
    },
  })
  const log = logs.find((one) => one === values.log)
  if (values.help || !log) {
    printLine(usage)
    return values.help ? 0 : 1
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'footfall-drill-'))
  try {
    const events = Number(positionals[0] ?? usualEvents)
    const drilled = await drillRestore({ folder, log, events, printLine })
    printLine(inspect(drilled))
    const wrong = findWrong(drilled, log)
    for (const one of wrong) printLine(`✘ ${one}`)
    if (wrong.length === 0) printLine(proofs[log])
    return wrong.length === 0 ? 0 : 1
  } catch (error) {
    printLine(inspect(error))
    return 1
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

const isBack = 'Proved: everything acknowledged is back, once, and who was erased stays so.'

const proofs: Record<LogName, string> = {
  file: isBack,
  nats: isBack,
  postgres:
    'Proved: what the backup had is there, once, what came after it is lost with the database, and who was erased stays so.',
}

function findWrong(drilled: Drilled, log: LogName): string[] {
  const { missing, lost, rows, distinct, hourly, erasedRows, differences } = drilled
  // A log in the database goes back with it, with what waited in it at the backup.
  const isLost = log === 'postgres' ? lost > missing : lost > 0
  return [
    ...(missing > 0 ? [] : ['The backup had everything, so nothing was tried.']),
    ...(isLost ? [`${String(lost)} acknowledged events are lost.`] : []),
    ...(rows !== distinct ? ['An event is stored twice.'] : []),
    ...(hourly !== distinct ? [`The hourly sums are ${String(hourly)}.`] : []),
    ...(erasedRows > 0 ? ['An erased organization is back.'] : []),
    ...(differences === 0 ? [] : [`${String(differences)} sums differ.`]),
  ]
}

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
