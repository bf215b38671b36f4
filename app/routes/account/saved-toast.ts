import { useEffect } from 'react'
import { useHost } from '#app/browser/host.ts'
import type { Saved } from '#app/ui/saved-form.tsx'

/** Tells what an action did, once for each of its answers. */
export function useSavedToast(given: object | undefined): void {
  const { toast } = useHost()

  useEffect(() => {
    if (given && isSaved(given)) toast('success', given.saved)
  }, [given, toast])
}

const isSaved = (given: object): given is Saved => 'saved' in given
