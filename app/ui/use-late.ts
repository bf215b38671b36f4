import { useEffect, useState } from 'react'

/**
 * A part of a screen that works only with a script, loaded after the screen.
 *
 * @param load must stay the same function
 * @returns null until it has loaded, and where it can't be loaded
 */
export function useLate<Part>(load: () => Promise<Part>): Part | null {
  const [part, setPart] = useState<{ loaded: Part } | null>(null)
  useEffect(() => {
    let isOver = false
    load().then(
      (loaded) => {
        if (!isOver) setPart({ loaded })
      },
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [load])
  return part?.loaded ?? null
}
