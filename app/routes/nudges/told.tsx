/** Makes the form around the element look at its fields again: what a script changed fires no event. */
import { useEffect, useRef, type RefObject } from 'react'

export function useToldForm<Part extends HTMLElement>(value: unknown): RefObject<Part> {
  const part = useRef<Part>(null)
  useEffect(() => {
    part.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [value])
  return part
}
