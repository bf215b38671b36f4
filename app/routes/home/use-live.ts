import { useFetcher } from '@remix-run/react'
import { useCallback } from 'react'
import type { HomeLive } from '#app/presenters/home/home.server.ts'
import { useAsking } from '#app/ui/polling.ts'

/** Short enough to watch the first click arrive. */
const millis = 5_000

type Followed = {
  live: HomeLive
  /** The latest response is overdue. */
  isLate: boolean
}

/** The loader's data, and updates while the tab is visible. */
export function useLive(first: HomeLive): Followed {
  const { load, state, data } = useFetcher<HomeLive>()
  const ask = useCallback(() => {
    load('/home/live')
  }, [load])
  const isLate = useAsking({ ask, state, millis })

  return { live: data && data.now > first.now ? data : first, isLate }
}
