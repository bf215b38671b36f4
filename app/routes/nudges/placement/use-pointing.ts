/** Opens the owner's page to point at a place, and waits for what it sends back. */
import { useFetcher } from '@remix-run/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useOpenedTab } from '#app/browser/opened-tab.ts'
import type { PointedPlace } from '#app/contract/pointed-place.ts'
import type { PlaceLink, PlaceState } from '#app/domain/serving/preview-place.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { useEachAnswer } from '#app/ui/forms/each-answer.ts'
import type { Values } from '../field.tsx'

const pauseMillis = 1500
/** After this the page has loaded, or has no pixel. */
const silentMillis = 20_000

/**
 * - `blocked`: the browser opened no tab.
 * - `silent`: the page was opened, and its pixel hasn't answered.
 */
export type PointingStep =
  | 'idle'
  | 'opening'
  | 'blocked'
  | 'waiting'
  | 'open'
  | 'silent'
  | 'placed'
  | 'expired'

export type Pointing = {
  step: PointingStep
  /** For a browser that opened no tab. */
  link: string | null
  place: PointedPlace | null
  error: string | null
  /** In answer to a press, otherwise browsers open no tab. @param page empty: the most visited one */
  start: (page: string) => void
  /** The owner opened the link. */
  opened: () => void
}

/** @param put changes fields of the form */
export function usePointing(uuid: string, put: (fields: Values) => void): Pointing {
  const fetcher = useFetcher<PlaceLink | FormResponse>()
  const [step, setStep] = useState<PointingStep>('idle')
  const [place, setPlace] = useState<PointedPlace | null>(null)
  const [made, setMade] = useState<PlaceLink | null>(null)
  const [error, setError] = useState<string | null>(null)
  const tab = useOpenedTab()
  const openedAt = useRef(0)

  const opened = useCallback(() => {
    openedAt.current = Date.now()
    setStep('waiting')
  }, [])

  const start = (page: string) => {
    tab.open()
    setMade(null)
    setError(null)
    setStep('opening')
    fetcher.submit({ intent: 'point', page }, { method: 'post', action: `/nudges/${uuid}` })
  }

  useEachAnswer(fetcher.data, (answer) => {
    if (!('link' in answer)) {
      tab.close()
      setStep('idle')
      setError(answer.errors['page']?.[0] ?? answer.errors['']?.[0] ?? 'Something went wrong')
      return
    }
    setMade(answer)
    if (tab.lead(answer.link)) opened()
    else setStep('blocked')
  })

  const take = useCallback(
    (state: PlaceState, isNew: boolean) => {
      if (state.place && isNew) {
        setPlace(state.place)
        put({
          'placement.selector': state.place.selector,
          'placement.where': state.place.where,
        })
        setStep('placed')
        return
      }
      const isSilent = Date.now() - openedAt.current > silentMillis
      setStep((last) =>
        last === 'waiting' || last === 'silent'
          ? state.isOpen
            ? 'open'
            : isSilent
              ? 'silent'
              : 'waiting'
          : last,
      )
    },
    [put],
  )

  const isWaiting = made !== null && !['idle', 'opening', 'blocked', 'expired'].includes(step)
  useEffect(() => {
    if (!isWaiting) return undefined
    return ask(uuid, made, (state, isNew) => {
      if (state) take(state, isNew)
      else setStep((last) => (last === 'placed' ? last : 'expired'))
    })
  }, [isWaiting, made, take, uuid])

  return { step, link: made?.link ?? null, place, error, start, opened }
}

/** Asks until the link expires, and immediately when its tab is left for this one. */
function ask(
  uuid: string,
  { id, expires }: PlaceLink,
  hear: (state: PlaceState | null, isNew: boolean) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout>
  let isOver = false
  let isAsking = false
  let count = 0

  const look = async () => {
    if (isOver || isAsking) return
    isAsking = true
    const state = await readState(uuid, id)
    isAsking = false
    // The effect's cleanup may have run in between.
    if (isEnded()) return
    if (state) {
      hear(state, state.count > count)
      count = state.count
    }
    if (Date.now() / 1000 > expires) hear(null, false)
    else timer = setTimeout(() => void look(), pauseMillis)
  }
  const isEnded = () => isOver
  const lookNow = () => {
    if (document.hidden) return
    clearTimeout(timer)
    void look()
  }

  timer = setTimeout(() => void look(), pauseMillis)
  document.addEventListener('visibilitychange', lookNow)
  return () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', lookNow)
  }
}

/** Null when the request failed: the next one may not. */
async function readState(uuid: string, id: string): Promise<PlaceState | null> {
  try {
    const answer = await fetch(`/nudges/${uuid}/place?link=${id}`)
    return answer.ok ? ((await answer.json()) as PlaceState) : null
  } catch {
    return null
  }
}
