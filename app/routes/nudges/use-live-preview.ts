/** Requests a preview while someone types, and keeps the last valid one. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { EditorPreview } from '#app/presenters/nudge-editor/preview.server.ts'
import type { DraftPreview } from './preview.ts'

/** Debounce after the last keystroke. */
const restMillis = 250

/** @param first preview of the stored settings */
export function useLivePreview(
  uuid: string,
  first: EditorPreview,
): [EditorPreview, (form: FormData) => void] {
  const [shown, setShown] = useState(first)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const turn = useRef(0)

  // A reload without changes keeps the preview of the current input.
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
          // Ignores a response that arrives after a newer one.
          if (preview && thisTurn === turn.current) setShown(preview)
        })
      }, restMillis)
    },
    [uuid],
  )
  return [shown, ask]
}

/** Null when the request failed: the previous preview stays. */
async function fetchPreview(uuid: string, form: FormData): Promise<EditorPreview | null> {
  try {
    const answer = await fetch(`/nudges/${uuid}/preview`, { method: 'POST', body: form })
    return answer.ok ? ((await answer.json()) as DraftPreview).preview : null
  } catch {
    return null
  }
}
