/** When webhooks are sent: woken by a commit, and until then by nothing but the clock of the jobs. */
import type { Database } from '#app/db/db.ts'
import type { Listen } from '#app/db/listen.server.ts'
import type { Services } from '#app/services.ts'
import { sendWebhooksJob } from './jobs.ts'

export type Sending = {
  /** A job of this process is sending. */
  isRunning: boolean
  /** How often it was woken. */
  wakes: number
  /** Wakes a job that waits. */
  wake: () => void
  woken: Promise<void>
  /** Ends what is on its way, because the process stops. */
  stop: AbortController
}

const states = new WeakMap<Database, Sending>()

/** The sending of this process. */
export function sendingOf({ db }: Pick<Services, 'db'>): Sending {
  const known = states.get(db)
  if (known) return known
  const state: Sending = {
    isRunning: false,
    wakes: 0,
    wake: () => undefined,
    woken: Promise.resolve(),
    stop: new AbortController(),
  }
  states.set(db, state)
  renew(state)
  return state
}

/** Also when nothing waits for it: a job that is about to end looks once more. */
export function wakeSending(state: Sending): void {
  state.wakes += 1
  state.wake()
  renew(state)
}

function renew(state: Sending): void {
  state.woken = new Promise((resolve) => {
    state.wake = resolve
  })
}

/** Shared by all processes. A transaction that stored events announces them with its commit. */
const channel = 'webhook_events'

/** Sends messages stored from now on. Stopping aborts those on their way, which are sent later. */
export function followWebhooks(services: Services, listen: Listen): { stop: () => Promise<void> } {
  const state = sendingOf(services)
  let isAsking = false

  const start = () => {
    wakeSending(state)
    // Only one job waits, so a thousand announcements must not ask a thousand times.
    if (state.isRunning || isAsking) return
    isAsking = true
    services.jobs
      .send(sendWebhooksJob, {})
      .catch((error: unknown) => {
        services.log.warn({ err: error }, 'webhooks wait for the next minute')
      })
      .finally(() => {
        isAsking = false
      })
  }

  const listening = listen(channel, {
    onListening: start,
    onNotification: start,
    // The job of each minute finds what was missed.
    onLost: () => undefined,
  })
  return {
    async stop() {
      state.stop.abort()
      await listening.stop()
    },
  }
}
