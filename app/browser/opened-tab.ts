/** A new tab whose address is known only after a request. */
import { useMemo } from 'react'

export type OpenedTab = {
  /** Immediately after a press: browsers block a tab that is opened later. */
  open: () => void
  /** False when the browser opened none, or it was closed again. */
  lead: (address: string) => boolean
  close: () => void
}

export function useOpenedTab(): OpenedTab {
  return useMemo(() => {
    let tab: Window | null = null
    const close = () => {
      tab?.close()
      tab = null
    }
    return {
      open: () => {
        close()
        tab = window.open('about:blank', '_blank')
        // The page that it leads to must not navigate this one: docs/threats.md T49.
        if (tab) tab.opener = null
      },
      lead: (address) => {
        if (!tab || tab.closed) return false
        tab.location.replace(address)
        // From now on it is the page's.
        tab = null
        return true
      },
      close,
    }
  }, [])
}
