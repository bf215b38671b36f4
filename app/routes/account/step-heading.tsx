import { useEffect, useRef, type ReactNode } from 'react'

/** The heading of a step that took the place of another: it gets the focus, so that it is read out. */
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
