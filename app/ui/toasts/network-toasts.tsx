import { useEffect } from 'react'
import { useHost } from '#app/browser/host.ts'
import { onNetworkFault } from '#app/browser/network-faults.ts'

/** An error toast for each request of a navigation or a form that got no response. */
export function NetworkToasts() {
  const { toast } = useHost()

  useEffect(
    () =>
      onNetworkFault((message) => {
        toast('error', message)
      }),
    [toast],
  )

  return null
}
