import { useFetcher } from '@remix-run/react'
import { useCallback } from 'react'
import type { HomeLive } from '#app/presenters/home/home.server.ts'
import { useAsking } from '#app/ui/polling.ts'

/** A newcomer watches the first click arrive. */
const millis = 5_000

type Followed = {
  live: HomeLive
  /** The newest answer is overdue. */
  isLate: boolean
}

/** What the screen came with, and what came since, while the tab is looked at. */
export function useLive(first: HomeLive): Followed {
  const { load, state, data } = useFetcher<HomeLive>()
  const ask = useCallback(() => {
    load('/home/live')
  }, [load])
  const isLate = useAsking({ ask, state, millis })

  return { live: data && data.now > first.now ? data : first, isLate }
}
