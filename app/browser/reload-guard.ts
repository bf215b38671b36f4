/** Prevents reload loops when a reload doesn't fix the error. */

/** Prevents reload loops when a reload doesn't fix the error. */
export const reloadGuardMillis = 10_000

const key = 'reloaded'

type Parts = { storage: Pick<Storage, 'getItem' | 'setItem'>; now: () => number }

/**
 * True when the page at this path can be reloaded, at most once per 10 seconds for the same path.
 * Records the reload. Without storage to record it, nothing is reloaded.
 */
export function mayReload(path: string, { storage, now }: Parts): boolean {
  try {
    const at = now()
    const { path: last, at: then } = readNote(storage.getItem(key))
    // A clock that was set back must not lock the path for longer.
    if (last === path && Math.abs(at - then) < reloadGuardMillis) return false
    storage.setItem(key, JSON.stringify({ path, at }))
    return true
  } catch {
    return false
  }
}

function readNote(text: string | null): { path: unknown; at: number } {
  if (text === null) return { path: null, at: 0 }
  const note = JSON.parse(text) as { path?: unknown; at?: unknown } | null
  return { path: note?.path, at: Number(note?.at) }
}
