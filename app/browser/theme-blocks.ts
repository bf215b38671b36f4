/** Which blocks the shop's published theme has, as the admin tells. */
import { useEffect, useState } from 'react'
import { useHost } from './host.ts'

/** The merchant switches them in another tab. */
const pollMillis = 4_000

/** Whether a block is on. Null: unknown, or there is no admin. Asks until it is on. */
export function useThemeBlock(handle: string): boolean | null {
  const { admin } = useHost()
  const [isOn, setIsOn] = useState<boolean | null>(null)

  useEffect(() => {
    if (!admin || isOn === true) return
    let isOver = false
    const read = () => {
      admin.readThemeBlocks().then(
        (blocks) => {
          if (!isOver) setIsOn(blocks.get(handle) ?? null)
        },
        // An admin that doesn't say: then it stays unknown.
        () => undefined,
      )
    }
    read()
    const timer = setInterval(read, pollMillis)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [admin, handle, isOn])

  return isOn
}
