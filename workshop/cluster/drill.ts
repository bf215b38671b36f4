/** `npm run drill`: the restore of docs/operate.md with the built product, from a backup to compared sums. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inspect } from 'node:util'
import { drillRestore, type Drilled } from './restore-drill.ts'

/** Some minutes of work for a restored log, as a shop has in an hour. */
const usualEvents = 20_000

/** @param args how many events are acknowledged before the backup, and as many after it. @returns the exit code */
export async function main([events = String(usualEvents)]: string[]): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'footfall-drill-'))
  try {
    const drilled = await drillRestore({ folder, events: Number(events), printLine })
    printLine(inspect(drilled))
    const wrong = findWrong(drilled)
    for (const one of wrong) printLine(`✘ ${one}`)
    if (wrong.length === 0)
      printLine('Proved: everything acknowledged is back, once, and who was erased stays so.')
    return wrong.length === 0 ? 0 : 1
  } catch (error) {
    printLine(inspect(error))
    return 1
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

function findWrong(drilled: Drilled): string[] {
  const { missing, lost, rows, distinct, hourly, erasedRows, differences } = drilled
  return [
    ...(missing > 0 ? [] : ['The backup had everything, so nothing was tried.']),
    ...(lost > 0 ? [`${String(lost)} acknowledged events are lost.`] : []),
    ...(rows !== distinct ? ['An event is stored twice.'] : []),
    ...(hourly !== distinct ? [`The hourly sums are ${String(hourly)}.`] : []),
    ...(erasedRows > 0 ? ['An erased organization is back.'] : []),
    ...(differences === 0 ? [] : [`${String(differences)} sums differ.`]),
  ]
}

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
