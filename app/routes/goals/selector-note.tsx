/** Shows immediately when a selector is invalid, by trying it in this browser. */
import { useHydrated } from 'remix-utils/use-hydrated'

export function SelectorNote({ selector }: { selector: string }) {
  const isAlive = useHydrated()
  const isWrong = isAlive && selector.trim() !== '' && !isSelector(selector)
  return (
    <p className="goal-fields__note" role="status">
      {isWrong &&
        'Your browser does not understand this selector. The goal would never be reached, and nothing else is harmed.'}
    </p>
  )
}

function isSelector(text: string): boolean {
  try {
    document.createDocumentFragment().querySelector(text)
    return true
  } catch {
    return false
  }
}
