/** Requests a preview while someone types, and keeps the last valid one. */
import { useFetcher } from '@remix-run/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useEachAnswer } from '#app/ui/forms/each-answer.ts'
import type { LookPreviewResponse } from './preview.ts'

/** Debounce after the last keystroke. */
const restMillis = 200

/** @param first preview of the stored options */
export function useLookPreview(
  first: LookPreviewResponse,
): [LookPreviewResponse, (form: FormData) => void] {
  const { load, data } = useFetcher<LookPreviewResponse | null>()
  const [shown, setShown] = useState(first)
  const timer = useRef<ReturnType<typeof setTimeout>>()

  useEachAnswer(data ?? undefined, (preview) => {
    if (preview.look || preview.examples.length > 0) setShown(preview)
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
    },
    [],
  )

  const ask = useCallback(
    (form: FormData) => {
      const query = new URLSearchParams()
      for (const [name, value] of form) if (typeof value === 'string') query.append(name, value)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        load(`/site-settings/preview?${query.toString()}`)
      }, restMillis)
    },
    [load],
  )
  return [shown, ask]
}
