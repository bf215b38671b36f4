import { useEffect, useRef, type RefObject } from 'react'

/**
 * Makes the form around the returned element compare its fields again whenever `value` changes: fields
 * that a script changed fire no event.
 */
export function useNotifyForm<Part extends HTMLElement>(value: unknown): RefObject<Part> {
  const part = useRef<Part>(null)
  useEffect(() => {
    part.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [value])
  return part
}
