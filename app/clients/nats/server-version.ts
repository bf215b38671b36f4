/** Versions of NATS servers that are known to lose acknowledged messages. */

/**
 * Older servers are known to lose whole streams
 * (https://jepsen.io/analyses/nats-2.12.1, and the notes of release 2.10.23 on
 * https://github.com/nats-io/nats-server/releases/tag/v2.10.23).
 */
export const oldestVersion = '2.10.23'

/** A version that can't be read counts as too old, and so does a preview of the oldest one. */
export function isTooOld(version: string): boolean {
  const found = /^(\d+)\.(\d+)\.(\d+)(-?)/.exec(version)
  if (!found) return true
  const oldest = oldestVersion.split('.').map(Number)
  for (const [at, wanted] of oldest.entries()) {
    const part = Number(found[at + 1])
    if (part !== wanted) return part < wanted
  }
  return found[4] === '-'
}
