/** Hears what PostgreSQL announces with NOTIFY, on a connection of its own that comes back by itself. */
import pg from 'pg'

export type Listener = {
  /** Listening began, for the first time or again: what was announced before went unheard. */
  onListening: () => void
  /** Somebody committed an announcement. */
  onNotification: (payload: string) => void
  /** From now on announcements go unheard. */
  onLost: () => void
}

/** Stopping resolves when the connection is closed. */
export type Listen = (channel: string, listener: Listener) => { stop: () => Promise<void> }

/** Short enough that the product is itself again within seconds of an outage. R08 (security.md). */
const backoff = { first: 100, most: 2_000 }

/**
 * A connection can die without a word (a proxy forgets it, a server hangs). One question every few
 * seconds tells, and the answer may take no longer than a commit may.
 */
const proof = { everyMillis: 5_000, withinMillis: 3_000 }

const connectMillis = 2_000

/** @param onError told once for each time that listening breaks or can't begin */
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
        // A hung server would never agree to an orderly end.
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
