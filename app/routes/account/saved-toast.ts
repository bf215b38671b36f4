import { useHost } from '#app/browser/host.ts'
import { useEachAnswer } from '#app/ui/forms/each-answer.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.tsx'

/** Shows a toast for an action's result, once per result. */
export function useSavedToast(given: object | undefined): void {
  const { toast } = useHost()

  useEachAnswer(given, (one) => {
    if (isSaved(one)) toast('success', one.saved)
  })
}

const isSaved = (given: object): given is Saved => 'saved' in given
