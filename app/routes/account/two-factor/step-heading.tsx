import { useEffect, useRef, type ReactNode } from 'react'

/**
 * Heading of a step that replaced another one. Takes the focus, so that screen readers announce it.
 */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])

  return (
    <h2 ref={heading} tabIndex={-1} className="account-section__title step-heading">
      {children}
    </h2>
  )
}
