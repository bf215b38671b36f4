/** Notices that the server runs a newer build than this page. */

/** Notices that the server runs a newer build than this page. */
export const buildCheckMillis = 3_600_000
/** Soon after the start, without competing with the first render. */
export const idleCheckMillis = 1_000

/** The answer of build-meta and latest-build. */
export type Build = { id: string; timestamp: number }

export const buildAddress = (id: string) => `/builds/meta/${encodeURIComponent(id)}.json`
export const latestBuildAddress = '/builds/latest.json'

type Watch = {
  /** The build that runs in this page. */
  runningId: string
  /** Null when the URL doesn't respond, or not with a build. */
  read: (address: string) => Promise<Build | null>
  /** Runs `act` once after so many milliseconds. Returns a function that cancels it. */
  after: (millis: number, act: () => void) => () => void
  onNewer: () => void
}

/**
 * Checks about a second after the start and every hour from then on.
 *
 * @returns stops checking
 */
export function watchBuilds({ runningId, read, after, onNewer }: Watch): () => void {
  let running: Build | null = null
  let hasEnded = false

  const look = async () => {
    // During a deployment a server may not know this page's build yet, which proves nothing.
    running ??= await read(buildAddress(runningId))
    const latest = running && (await read(latestBuildAddress))
    if (hasEnded) return
    cancel = after(buildCheckMillis, lookNow)
    if (running && latest && isNewer(latest, running)) onNewer()
  }
  const lookNow = () => void look()
  let cancel = after(idleCheckMillis, lookNow)

  return () => {
    hasEnded = true
    cancel()
  }
}

/** During a deployment an older build may respond to a newer page. That's not an update. */
const isNewer = (latest: Build, running: Build) =>
  latest.id !== running.id && latest.timestamp > running.timestamp

/** Whether a response describes a build. */
export const isBuild = (answer: unknown): answer is Build =>
  typeof answer === 'object' &&
  answer !== null &&
  typeof Reflect.get(answer, 'id') === 'string' &&
  typeof Reflect.get(answer, 'timestamp') === 'number'
