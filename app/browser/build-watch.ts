/** Notices that a newer build of the product is served than the one that runs in this page. */

/** Spec §9. */
export const buildCheckMillis = 3_600_000
/** Spec §9: about a second after the start. */
export const idleCheckMillis = 1_000

/** What build-meta and latest-build say. */
export type Build = { id: string; timestamp: number }

export const buildAddress = (id: string) => `/builds/meta/${encodeURIComponent(id)}.json`
export const latestBuildAddress = '/builds/latest.json'

type Watch = {
  /** Of the build that runs here. */
  runningId: string
  /** Null for an address that does not answer, or not with a build. */
  read: (address: string) => Promise<Build | null>
  /** Acts once, so much later; the answer takes it back. */
  after: (millis: number, act: () => void) => () => void
  onNewer: () => void
}

/**
 * Looks about a second after the start and every hour from then on.
 *
 * @returns ends it
 */
export function watchBuilds({ runningId: ownId, read, after, onNewer }: Watch): () => void {
  let running: Build | null = null
  let hasEnded = false

  const look = async () => {
    // A server that does not know this page's build, in the middle of a deployment, proves nothing.
    running ??= await read(buildAddress(ownId))
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

/** During a deployment an older build may answer a page of the newer one: that is no news. */
const isNewer = (latest: Build, running: Build) =>
  latest.id !== running.id && latest.timestamp > running.timestamp

/** Whether an answer tells of a build. */
export const isBuild = (answer: unknown): answer is Build =>
  typeof answer === 'object' &&
  answer !== null &&
  typeof Reflect.get(answer, 'id') === 'string' &&
  typeof Reflect.get(answer, 'timestamp') === 'number'
