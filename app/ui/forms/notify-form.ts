import { useEffect, useRef, type RefObject } from 'react'

/** A script changed fields. React hears of no change when their element fires `input` or `change`. */
export const fieldsChanged = 'fieldschange'

/**
 * Makes the form around the returned element compare its fields again whenever `value` changes: fields
 * that a script changed fire no event.
 */
export function useNotifyForm<Part extends HTMLElement>(value: unknown): RefObject<Part> {
  const part = useRef<Part>(null)
  useEffect(() => {
    part.current?.dispatchEvent(new Event(fieldsChanged, { bubbles: true }))
  }, [value])
  return part
}
