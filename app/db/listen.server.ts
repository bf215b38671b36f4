/** Listens to PostgreSQL's NOTIFY on a dedicated connection that reconnects automatically. */
import pg from 'pg'

type Listener = {
  /** Listening started or resumed: notifications before that were missed. */
  onListening: () => void
  /** A notification was committed. */
  onNotification: (payload: string) => void
  /** Notifications are missed from now on. */
  onLost: () => void
}

/** Stopping resolves when the connection is closed. */
export type Listen = (channel: string, listener: Listener) => { stop: () => Promise<void> }

/** Short, so that the product recovers within seconds of an outage. */
const backoff = { first: 100, most: 2_000 }

/**
 * A connection can die silently (a proxy drops it, a server hangs), so it is checked every few
 * seconds, with the time limit of a commit.
 */
const proof = { everyMillis: 5_000, withinMillis: 3_000 }

const connectMillis = 2_000

/** @param onError called once each time listening breaks or can't begin */
export function createListen(url: string, onError: (error: Error) => void): Listen {
  return (channel, listener) => {
    let client: pg.Client | null = null
    let timer: NodeJS.Timeout | undefined
    let wait = backoff.first
    let isStopped = false

    async function begin(): Promise<void> {
      const opened = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: connectMillis,
        query_timeout: proof.withinMillis,
        application_name: 'footfall listener',
      })
      client = opened
      let isListening = false

      const end = (error: Error) => {
        if (client !== opened) return
        client = null
        clearTimeout(timer)
        // A hung server never completes an orderly close.
        void opened.end().catch(() => undefined)
        if (isListening) listener.onLost()
        if (isStopped) return
        onError(error)
        timer = setTimeout(() => void begin(), wait)
        wait = Math.min(backoff.most, wait * 2)
      }
      const prove = () => {
        timer = setTimeout(() => {
          opened.query('select 1').then(prove, end)
        }, proof.everyMillis)
        timer.unref()
      }

      opened.on('error', end)
      opened.on('end', () => {
        end(new Error('The listening connection was closed.'))
      })
      opened.on('notification', (message) => {
        if (message.channel === channel) listener.onNotification(message.payload ?? '')
      })
      try {
        await opened.connect()
        await opened.query(`listen ${pg.escapeIdentifier(channel)}`)
      } catch (error) {
        end(error instanceof Error ? error : new Error(String(error)))
        return
      }
      if (client !== opened) return
      isListening = true
      wait = backoff.first
      listener.onListening()
      prove()
    }

    void begin()
    return {
      async stop() {
        isStopped = true
        clearTimeout(timer)
        const last = client
        client = null
        await last?.end().catch(() => undefined)
      },
    }
  }
}
