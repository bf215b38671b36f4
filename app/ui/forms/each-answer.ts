import { useEffect, useRef } from 'react'

/**
 * Runs `act` once for each answer of a fetcher, after the render that shows it.
 *
 * A dependency array isn't enough: a fetcher's data changes before the router's state reaches React. If a
 * state update that changes nothing renders the component in between, React discards that render's
 * effects but keeps their dependencies, and the effect never runs.
 */
export function useEachAnswer<Answer>(
  answer: Answer | undefined,
  act: (answer: Answer) => void,
): void {
  const last = useRef<Answer>()

  useEffect(() => {
    if (answer === undefined || answer === last.current) return
    last.current = answer
    act(answer)
  })
}
