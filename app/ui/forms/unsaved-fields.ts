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
  onDiscard?: (() => void) | undefined
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
  const { isDirty, compare, settle, forget } = useDirty(state)
  useEffect(() => {
    latest.current = { answer, onDiscard }
  })
  useEachAnswer(done, () => {
    if (clears) setRound((count) => count + 1)
    else settle(true)
  })
  useEachAnswer(answer, forget)
  // Another round: the fields were rendered again with what they begin with.
  useEffect(() => {
    settle(false)
  }, [round, settle])
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
  const sent = useRef<Sent | null>(null)
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
    const text = JSON.stringify(fieldsOf(data, given.current.ignored))
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
      if (!sent.current) return
      if (type === 'input' || type === 'change') note()
      else sent.current.isTouched = true
    }
    const note = () => {
      if (form && sent.current) {
        noteTyped(sent.current, fieldsOf(new FormData(form), given.current.ignored))
      }
    }
    // A script changed fields: for the person who pressed something, or to show what the server stored.
    const changed = () => {
      if (sent.current?.isTouched) note()
      compare()
    }
    const submit = () => {
      if (!form) return
      const fields = fieldsOf(new FormData(form), given.current.ignored)
      sent.current = { fields, typed: new Set(), isTouched: false }
    }
    form?.addEventListener('submit', submit, { capture: true })
    for (const type of touches) form?.addEventListener(type, touch, { capture: true })
    form?.addEventListener(fieldsChanged, changed)
    return () => {
      form?.removeEventListener('submit', submit, { capture: true })
      for (const type of touches) form?.removeEventListener(type, touch, { capture: true })
      form?.removeEventListener(fieldsChanged, changed)
    }
  }, [ref, compare])

  // A render can change fields without an event, for example by sorting a list.
  useEffect(compare)

  /** @param isSaved what was sent is stored. Otherwise the fields begin again. */
  const settle = useCallback(
    (isSaved: boolean) => {
      const form = ref.current
      const was = isSaved ? sent.current : null
      sent.current = null
      stored.current =
        form && was
          ? JSON.stringify(savedFields(was, fieldsOf(new FormData(form), given.current.ignored)))
          : null
      compare()
    },
    [ref, compare],
  )

  /** It was refused: nothing of it is stored. */
  const forget = useCallback(() => {
    sent.current = null
  }, [])

  return { isDirty, compare, settle, forget }
}

type Field = readonly [name: string, value: string | readonly [file: string, size: number]]

const byName = ([one]: Field, [other]: Field) => (one < other ? -1 : Number(one > other))

/** By their names: a field that is emptied and filled again has the same place. */
const fieldsOf = (data: FormData, ignored: readonly string[]): Field[] =>
  [...data]
    .filter(([name]) => !ignored.includes(name))
    .map(([name, value]): Field => [
      name,
      typeof value === 'string' ? value : [value.name, value.size],
    ])
    .sort(byName)

/** Fields as they were sent, and names of those that a person changed while they were being saved. */
type Sent = {
  fields: readonly Field[]
  typed: Set<string>
  /** The person has pressed something in the form since. */
  isTouched: boolean
}

const valuesOf = (fields: readonly Field[], name: string) =>
  JSON.stringify(fields.filter(([one]) => one === name))

function noteTyped({ fields, typed }: Sent, now: readonly Field[]): void {
  for (const [name] of [...fields, ...now]) {
    if (valuesOf(fields, name) !== valuesOf(now, name)) typed.add(name)
  }
}

/** The server may have stored values in another way than they were sent. The page shows those by now. */
const savedFields = ({ fields, typed }: Sent, now: readonly Field[]): Field[] =>
  [...fields.filter(([name]) => typed.has(name)), ...now.filter(([name]) => !typed.has(name))].sort(
    byName,
  )
