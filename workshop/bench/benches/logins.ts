/** 500 people log in at the same time with wrong passwords: how that affects shop pages. */
import type { Bench } from '../bench.ts'
import { atMost, lineOf } from '../report-line.ts'
import { payloadRequest } from '../requests.ts'
import { measure } from '../rounds.ts'
import { openShop, type BenchShop } from '../shop.ts'
import { median } from '../summary.ts'

const siteCount = 100
const logins = 500
const connections = 16
/** Well below capacity, to measure only the wait behind logins. */
const perSecond = 1_000
const millis = 5_000

export const logInFlood: Bench = async (tools) => {
  const shop = await openShop({ engine: 'postgres', sites: siteCount })
  try {
    const requests = shop.sites.map(({ uuid, url }) => payloadRequest(uuid, url))
    const read = () =>
      measure(tools.load, shop.served(), { connections, requests, perSecond, millis })
    const alone: number[] = []
    const beside: number[] = []
    const statuses: Record<string, number> = {}
    for (let round = 0; round <= tools.rounds; round += 1) {
      const quiet = await read()
      const [loud, answers] = await Promise.all([read(), flood(shop, round)])
      // The first round is a warm-up.
      if (round === 0) continue
      alone.push(quiet.p99 ?? Infinity)
      beside.push(loud.p99 ?? Infinity)
      for (const status of answers) statuses[status] = (statuses[status] ?? 0) + 1
      tools.printLine(
        `  round ${String(round)}: p99 ${String(quiet.p99)} ms, ${String(loud.p99)} ms`,
      )
    }

    const ratio = median(beside.map((one, at) => one / (alone[at] ?? 0)))
    return [
      lineOf(
        { bench: 'logins', database: 'postgres' },
        {
          ratio,
          ...atMost(ratio, 2),
          product: median(beside),
          floor: median(alone),
          unit: 'p99 ms of reads',
          rounds: alone.length,
          note: `${String(perSecond)} reads a second for ${String(millis / 1_000)} s, ${String(logins)} logins at their beginning; answers ${JSON.stringify(statuses)}`,
        },
      ),
    ]
  } finally {
    await shop.stop()
  }
}

/** Each from a different address, so only the password hasher limits them. */
const flood = ({ product: { baseUrl } }: BenchShop, round: number): Promise<number[]> =>
  Promise.all(
    Array.from({ length: logins }, async (_one, nth) => {
      const answer = await fetch(`${baseUrl}/auth/login`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          Origin: baseUrl,
          'X-Forwarded-For': `81.${String(round)}.${String(nth >> 8)}.${String((nth & 255) + 1)}`,
        },
        body: new URLSearchParams({
          email: `person-${String(nth)}-${String(round)}@example.com`,
          password: 'not the right one',
        }),
      })
      await answer.arrayBuffer()
      return answer.status
    }),
  )
