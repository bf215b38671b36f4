/**
 * Which versions of the pixel browsers use, by what they request. The pixel reports no version, since
 * each byte of it costs every page, but the names of its parts contain one.
 */
export type PixelVersions = {
  /**
   * Counts a request for the part that shows nudges.
   *
   * @param isCurrent the version is the one of this build
   */
  count: (version: string, isCurrent: boolean) => void
  /** Most requested first. Since this process started. */
  read: () => PixelVersion[]
}

export type PixelVersion = {
  /** Null: other versions together. */
  version: string | null
  isCurrent: boolean
  requests: number
}

/** Anyone can request any version, so further ones are counted together. */
const mostVersions = 20

export function createPixelVersions(): PixelVersions {
  const known = new Map<string, PixelVersion>()
  let others = 0
  return {
    count(version, isCurrent) {
      const entry = known.get(version)
      if (entry) {
        entry.requests += 1
        entry.isCurrent = isCurrent
      } else if (isCurrent || known.size < mostVersions) {
        known.set(version, { version, isCurrent, requests: 1 })
      } else {
        others += 1
      }
    },
    read() {
      const listed = [...known.values()]
        .map((one) => ({ ...one }))
        .sort((one, other) => other.requests - one.requests)
      if (others === 0) return listed
      return [...listed, { version: null, isCurrent: false, requests: others }]
    },
  }
}
