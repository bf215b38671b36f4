/** `npm run bench`: which benches run, with which settings, and their output. */
import { inspect, parseArgs } from 'node:util'
import type { Bench, BenchSettings } from './bench.ts'
import { collection, logged } from './benches/collection.ts'
import { logKills } from './benches/log-kills.ts'
import { logRecovery } from './benches/log-recovery.ts'
import { dashboard } from './benches/dashboard.ts'
import { delivery } from './benches/delivery.ts'
import { backfill } from './benches/backfill.ts'
import { connectionsBothWays } from './benches/both-ways.ts'
import { change } from './benches/change.ts'
import { connectionsBackfill, connectionsIdle } from './benches/connection-pulls.ts'
import { connectionsBench } from './benches/connections.ts'
import { clicks } from './benches/clicks.ts'
import { cost } from './benches/cost.ts'
import { lives } from './benches/lives.ts'
import { logInFlood } from './benches/logins.ts'
import { kioskSearch } from './benches/kiosk-search.ts'
import { lighthouse } from './benches/lighthouse.ts'
import { memory } from './benches/memory.ts'
import { overload } from './benches/overload.ts'
import { page } from './benches/page.ts'
import { push } from './benches/push.ts'
import { resend } from './benches/resend.ts'
import { slowSync } from './benches/slow-sync.ts'
import { soak } from './benches/soak.ts'
import { statistics } from './benches/statistics.ts'
import { vitals } from './benches/vitals.ts'
import { vitalsAdmin } from './benches/vitals-admin.ts'
import { webhooks } from './benches/webhooks.ts'
import { tableOf, type Line } from './report-line.ts'
import { startLoad } from './load.ts'

const benches: Record<string, Bench> = {
  delivery,
  collection,
  'collection-logged': logged,
  'log-recovery': logRecovery,
  'log-kills': logKills,
  push,
  resend,
  'slow-sync': slowSync,
  cost,
  lives,
  memory,
  change,
  overload,
  logins: logInFlood,
  webhooks,
  connections: connectionsBench,
  'connections-idle': connectionsIdle,
  'connections-backfill': connectionsBackfill,
  'connections-both-ways': connectionsBothWays,
  backfill,
  statistics,
  page,
  dashboard,
  vitals,
  'vitals-admin': vitalsAdmin,
  clicks,
  soak,
  'kiosk-search': kioskSearch,
  lighthouse,
}

/** Only run when named. */
const onRequest = ['soak', 'kiosk-search', 'lighthouse', 'log-kills']

const usage = `npm run bench -- [bench …] [flags]

Benches: ${Object.keys(benches).join(', ')}

  --rounds 5        rounds of each side, at least 5 for figures that are kept
  --seconds 2       how long a round takes
  --events 20       millions of events for the statistics
  --sites 10000     the most sites for the memory
  --soak 30         minutes of the soak
  --log 128         megabytes of the log that is recovered
  --markdown        the table as well
`

/** @returns the exit code */
export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      events: { type: 'string', default: '20' },
      sites: { type: 'string', default: '10000' },
      soak: { type: 'string' },
      log: { type: 'string', default: '128' },
      markdown: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const unknown = positionals.find((name) => !(name in benches))
  if (values.help || unknown !== undefined) {
    process.stderr.write(
      unknown === undefined ? usage : `There is no bench ${unknown}.\n\n${usage}`,
    )
    return values.help ? 0 : 1
  }

  const settings: BenchSettings = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    events: Number(values.events) * 1e6,
    sites: Number(values.sites),
    soakMinutes: Number(values.soak ?? 30),
    logMegabytes: Number(values.log),
  }
  const named = values.soak === undefined ? positionals : [...new Set([...positionals, 'soak'])]
  const wanted =
    named.length > 0 ? named : Object.keys(benches).filter((one) => !onRequest.includes(one))
  const lines: Line[] = []
  let failed = 0
  for (const name of wanted) {
    const made = await runOne(name, settings)
    if (made) lines.push(...made)
    else failed += 1
  }
  if (values.markdown) process.stdout.write(`\n${tableOf(lines)}\n`)
  return failed === 0 ? 0 : 1
}

/** Null when it failed, so the others still run. A missed goal is a result, not a failure. */
async function runOne(name: string, settings: BenchSettings): Promise<Line[] | null> {
  const bench = benches[name]
  const load = startLoad()
  const began = performance.now()
  try {
    const lines = await bench?.(
      { load, rounds: settings.rounds, millis: settings.seconds * 1_000, printLine },
      settings,
    )
    for (const line of lines ?? []) process.stdout.write(`${JSON.stringify(line)}\n`)
    printLine(`${name}: ${((performance.now() - began) / 1_000).toFixed(0)} s`)
    return lines ?? null
  } catch (error) {
    // With the cause, which says what a random life violates.
    printLine(`${name} broke: ${inspect(error)}`)
    return null
  } finally {
    load.stop()
  }
}

const printLine = (line: string): void => {
  process.stderr.write(`${line}\n`)
}
