/** Fetches the scripts that not every page needs, each once and only when it is needed. */
import { guarded } from './guard.ts'

/** Put in by the build: a hash of all of them, so that each may be kept for ever under its name. */
declare const footfallParts: string

/**
 * - `showing`: when something is shown, and how it looks (play/, card/). - `more`: what few nudges have
 *   (more/). - `facts`: what only some pages and nudges ask for (facts/). - `preview`: what only the
 *   owner's preview asks for (preview/). - `speed`: in the few page loads that measure themselves
 *   (speed/).
 */
type Part = 'showing' | 'more' | 'facts' | 'preview' | 'speed'

/** Runs `work` when the script has run, or could not be had, until the next document. */
export type Load = (part: Part, work: () => void) => void

/**
 * A script element carries the nonce of the pixel's own, so that a strict policy lets it through as it
 * did that one. It blocks nothing.
 */
export const createLoad = (pixelScript: HTMLScriptElement, origin: string): Load => {
  const fetched: Partial<Record<Part, Promise<unknown>>> = {}

  const fetchScript = (part: Part) =>
    new Promise((resolve) => {
      const script = document.createElement('script')
      script.onload = script.onerror = resolve
      script.nonce = pixelScript.nonce ?? ''
      // A page with Trusted Types lets nobody name a script by a plain text: then this throws.
      script.src = `${origin}/js/pixel.${part}.${footfallParts}.js`
      document.documentElement.append(script)
      script.remove()
    })

  return (part, work) => {
    const guardedWork = guarded(work)
    const fetching = (fetched[part] ??= fetchScript(part))
    fetching.then(guardedWork, guardedWork)
  }
}
