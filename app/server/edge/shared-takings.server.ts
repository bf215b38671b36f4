/**
 * Shares the limits of the edge between nodes, without a request that waits for another node: each takes from
 * its own buckets, reports a few times a second what was taken, and takes off what the others report. Over any
 * time, all nodes together let through one allowance, and beyond it what they take before they hear of each other
 * (docs/operate.md, "Several nodes").
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import type { Listen } from '#app/db/listen.server.ts'
import { createLru } from '#app/lib/cache/lru.ts'
import { isDatabaseAway } from '#app/lib/database-errors.ts'
import type { Log } from '#app/lib/log.server.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import { secondMillis } from '#app/lib/time.ts'
import type { Rates, SharedRates } from './admission.server.ts'

type Parts = { pool: pg.Pool; secrets: Secrets; log: Log; listen: Listen; now: () => Date }

export type TakingsExchange = {
  /** Reports what is due. Called by the clock. */
  send: () => Promise<void>
  stop: () => Promise<void>
}

/** Reports are sent through it, from all nodes to all. */
const channel = 'edge_takings'

/** Senders’ addresses are in no log, table or copy of the database: messages are encrypted for this purpose. */
const purpose = 'edge takings'

const everyMillis = 250

/**
 * PostgreSQL refuses payloads of 8,000 bytes. Encryption adds 33 bytes, base64 a third of all, and each message has
 * its node, number and time. An entry has 500 bytes at most (admission.server.ts bounds its key).
 */
const maxPartBytes = 5_700

/** Takings of each kind in a report. A flood that one node can answer makes fewer due in that time. */
const maxTakings = 100

const kinds = [
  'address',
  'addressEvents',
  'addressActivities',
  'siteReads',
  'siteReports',
] as const satisfies readonly (keyof Rates)[]

/** Place in `kinds`, the bucket's key, tokens. */
const entry = z
  .tuple([z.number().int().min(0), z.string().max(100), z.number().positive()])
  .readonly()

type Entry = z.infer<typeof entry>

const message = z.object({
  node: z.uuid(),
  /** Rises with each message of the node. */
  number: z.number().int(),
  /** When it was sent, by the node's clock, in milliseconds. */
  at: z.number(),
  /** Each an `Entry`, or something that isn't heeded. */
  taken: z.array(z.unknown()),
})

/**
 * A message that is repeated isn't heeded: its number isn't new. A node that doesn't know its sender's last number,
 * because it started after that, goes by the age. Clocks of nodes differ less than this.
 */
const maxAgeMillis = 10 * secondMillis

/** Nodes whose last number is remembered. Each start is a new one. */
const maxNodes = 1_000

/** Reports and listens until it's stopped. */
export function exchangeTakings(
  { pool, secrets, log, listen, now }: Parts,
  rates: SharedRates,
): TakingsExchange {
  const node = randomUUID()
  const lastNumbers = createLru<string, number>(maxNodes)
  const warned = new Set<string>()
  let number = 0
  let sending: Promise<void> = Promise.resolve()
  let isSending = false

  /** Once each, because it happens several times a second. */
  function warn(sentence: string, details: object): void {
    if (warned.has(sentence)) return
    warned.add(sentence)
    log.warn(details, sentence)
  }

  async function send(): Promise<void> {
    const taken = kinds.flatMap((kind, place) =>
      rates[kind].report(maxTakings).map(({ key, tokens }) => [place, key, tokens] as const),
    )
    if (taken.length === 0) return
    const at = now().getTime()
    const sealed = partsOf(taken).map((part) => {
      number += 1
      const head = JSON.stringify({ node, number, at })
      return secrets.seal(`${head.slice(0, -1)},"taken":[${part}]}`, purpose).toString('base64')
    })
    await pool.query('select pg_notify($1, message) from unnest($2::text[]) as message', [
      channel,
      sealed,
    ])
  }

  function receive(payload: string): void {
    try {
      const opened = secrets.open(Buffer.from(payload, 'base64'), purpose)
      const { node: sender, number: received, at, taken } = message.parse(JSON.parse(opened))
      if (sender === node || received <= (lastNumbers.get(sender) ?? 0)) return
      const ageMillis = now().getTime() - at
      if (Math.abs(ageMillis) > maxAgeMillis) {
        warn('another node’s report about limits is of another time', { ageMillis })
        return
      }
      lastNumbers.set(sender, received)
      // An entry that isn't understood doesn't cost the others their effect.
      for (const { success, data } of taken.map((one) => entry.safeParse(one))) {
        const kind = success ? kinds[data[0]] : undefined
        if (success && kind) rates[kind].subtract({ key: data[1], tokens: data[2] })
      }
    } catch (error) {
      warn('another node’s report about limits can’t be read', { err: error })
    }
  }

  const listening = listen(channel, {
    onListening: () => undefined,
    onNotification: receive,
    // Until it listens again, the node counts its own takings only.
    onLost: () => undefined,
  })
  const timer = setInterval(() => {
    if (isSending) return
    isSending = true
    sending = send()
      // These takings are forgotten: they would arrive too late. An outage is logged where it matters.
      .catch((error: unknown) => {
        if (!isDatabaseAway(error)) warn('limits can’t be shared with other nodes', { err: error })
      })
      .finally(() => {
        isSending = false
      })
  }, everyMillis)
  timer.unref()

  return {
    send,
    async stop() {
      clearInterval(timer)
      await sending
      await listening.stop()
    },
  }
}

/** Entries as JSON, separated by commas, in parts that fit into a notification each. */
function partsOf(taken: readonly Entry[]): string[] {
  const parts: string[][] = []
  let room = 0
  for (const one of taken) {
    const text = JSON.stringify(one)
    const size = Buffer.byteLength(text) + 1
    if (size > room) {
      parts.push([])
      room = maxPartBytes
    }
    parts.at(-1)?.push(text)
    room -= size
  }
  return parts.map((part) => part.join(','))
}
