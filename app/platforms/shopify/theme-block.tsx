/** Which blocks the shop's published theme has, as the admin reports. */
import { useAppBridge } from '@shopify/app-bridge-react'
import type { ShopifyGlobal } from '@shopify/app-bridge-types'
import { useEffect, useState } from 'react'
import type { AdminParts } from '#app/browser/host.ts'

/** The merchant switches them in another tab. */
const pollMillis = 4_000

/** Asks until the block is on. */
export const ThemeBlock: AdminParts['ThemeBlock'] = ({ handle, children }) => {
  const bridge = useAppBridge()
  const [isOn, setIsOn] = useState<boolean | null>(null)

  useEffect(() => {
    if (isOn === true) return
    let isOver = false
    const read = () => {
      // Only in the browser: on the server App Bridge refuses to be read.
      bridge.app.extensions().then(
        (extensions) => {
          if (!isOver) setIsOn(isActive(extensions, handle))
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
  }, [bridge, handle, isOn])

  return children(isOn)
}

type Extensions = Awaited<ReturnType<ShopifyGlobal['app']['extensions']>>

/** Null: there is no such block. */
function isActive(extensions: Extensions, handle: string): boolean | null {
  for (const { activations } of extensions) {
    for (const one of activations) {
      if ('handle' in one && one.handle === handle) return one.status === 'active'
    }
  }
  return null
}
