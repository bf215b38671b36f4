/** Asks for a preview while somebody types, and keeps the last one that could be made. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { EditorPreview } from './editor.server.ts'
import { fetchPreview } from './fetch-preview.ts'

/** So long after the last key. */
const restMillis = 250

/** @param first what the settings show as they are stored */
export function useLivePreview(
  uuid: string,
  first: EditorPreview,
): [EditorPreview, (form: FormData) => void] {
  const [shown, setShown] = useState(first)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const turn = useRef(0)

  // What is loaded anew and says the same takes no typed preview away.
  const stored = JSON.stringify(first)
  useEffect(() => {
    setShown(JSON.parse(stored) as EditorPreview)
  }, [stored])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      turn.current = -1
    },
    [],
  )

  const ask = useCallback(
    (form: FormData) => {
      clearTimeout(timer.current)
      turn.current += 1
      const thisTurn = turn.current
      timer.current = setTimeout(() => {
        void fetchPreview(uuid, form).then((preview) => {
          // A slower answer to what was typed before is no news.
          if (preview && thisTurn === turn.current) setShown(preview)
        })
      }, restMillis)
    },
    [uuid],
  )
  return [shown, ask]
}
