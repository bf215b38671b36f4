/** Changes of a form's fields that aren't saved. */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { useEachAnswer } from './each-answer.ts'
import { fieldsChanged } from './notify-form.ts'

type FormState = {
  ref: RefObject<HTMLFormElement>
  answer: FormResponse | undefined
  done: object | undefined
  isBusy: boolean
  /** Receives the fields whenever they change, for a preview. */
  onEdit?: ((form: FormData) => void) | undefined
  /**
   * The form is for something new: until someone touches it, whatever a script does to its fields
   * is what they begin with.
   */
  isNew?: boolean
  /** Begins again with empty fields once it is done. */
  clears?: boolean | undefined
  /** Names of fields that aren't the person's, like an intent. */
  ignored?: readonly string[]
  /** For fields that keep their values outside of the form. */
  onDiscard?: () => void
}

/**
 * Compares a form's fields with what they began with, or with what was saved last. `unsaved` is for
 * `Unsaved`, `compare` for the form's `onChange`, and the rest for `FormBody`.
 */
export function useUnsavedFields(state: FormState) {
  const { ref, answer, done, isBusy, clears = false, onDiscard } = state
  const [round, setRound] = useState(0)
  const [discarded, setDiscarded] = useState<FormResponse>()
  const latest = useRef({ answer, onDiscard })
  const { isDirty, compare, settle } = useDirty(state)
  useEffect(() => {
    latest.current = { answer, onDiscard }
  })
  useEachAnswer(done, () => {
    if (clears) setRound((count) => count + 1)
    else settle()
  })
  // Another round: the fields were rendered again with what they begin with.
  useEffect(settle, [round, settle])
  const discard = useCallback(() => {
    // The fields don't begin with refused values.
    setDiscarded(latest.current.answer)
    latest.current.onDiscard?.()
    setRound((count) => count + 1)
  }, [])
  const save = useCallback(() => ref.current?.requestSubmit(), [ref])

  return {
    unsaved: { isDirty, isSaving: isBusy, save, discard },
    compare,
    round,
    answer: answer === discarded ? undefined : answer,
  }
}

const touches = ['pointerdown', 'keydown', 'input', 'change']

function useDirty({ ref, onEdit, isNew = false, ignored = [] }: FormState) {
  const stored = useRef<string | null>(null)
  const last = useRef<string | null>(null)
  const isTouched = useRef(!isNew)
  // A caller's new function or list must not look like a changed form.
  const given = useRef({ onEdit, ignored })
  const [isDirty, setIsDirty] = useState(false)

  useEffect(() => {
    given.current = { onEdit, ignored }
  })

  const compare = useCallback(() => {
    if (!ref.current) return
    const data = new FormData(ref.current)
    const text = serialize(data, given.current.ignored)
    if (stored.current === null || !isTouched.current) stored.current = text
    setIsDirty(text !== stored.current)
    if (last.current !== null && text !== last.current) given.current.onEdit?.(data)
    last.current = text
  }, [ref])

  useEffect(() => {
    const form = ref.current
    const touch = ({ type }: Event) => {
      // A press comes before what it changes, and the other events after it.
      if (type === 'pointerdown' || type === 'keydown') compare()
      isTouched.current = true
    }
    for (const type of touches) form?.addEventListener(type, touch, { capture: true })
    form?.addEventListener(fieldsChanged, compare)
    return () => {
      for (const type of touches) form?.removeEventListener(type, touch, { capture: true })
      form?.removeEventListener(fieldsChanged, compare)
    }
  }, [ref, compare])

  // A render can change fields without an event, for example by sorting a list.
  useEffect(compare)

  const settle = useCallback(() => {
    stored.current = null
    compare()
  }, [compare])

  return { isDirty, compare, settle }
}

const serialize = (data: FormData, ignored: readonly string[]) =>
  JSON.stringify(
    [...data]
      .filter(([name]) => !ignored.includes(name))
      .map(([name, value]) => [name, typeof value === 'string' ? value : [value.name, value.size]]),
  )
