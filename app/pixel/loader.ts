/** Fetches the scripts that not every page needs, each once and only when it is needed. */
import { silence } from './quiet.ts'

/** Runs `work` when the script has run, or could not be had; at once when it had run before. */
export type Load = (file: string, work: () => void) => void

/**
 * A script element carries the nonce of the pixel's own, so that a strict policy lets it through as it
 * did that one. It blocks nothing.
 */
export const createLoad = (own: HTMLScriptElement, origin: string): Load => {
  const waiting: Record<string, (() => void)[] | null> = {}

  return (file, work) => {
    const quiet = silence(work)
    const others = waiting[file]
    if (others) others.push(quiet)
    else if (others === null) quiet()
    else {
      const works = (waiting[file] = [quiet])
      const script = document.createElement('script')
      // What could not be had is done without, until the next document.
      const settle =
        (script.onload =
        script.onerror =
          () => {
            waiting[file] = null
            script.remove()
            for (const one of works) one()
          })
      script.nonce = own.nonce ?? ''
      try {
        script.src = `${origin}/js/${file}`
        document.documentElement.append(script)
      } catch {
        // A page with Trusted Types lets nobody name a script by a plain text.
        settle()
      }
    }
  }
}
