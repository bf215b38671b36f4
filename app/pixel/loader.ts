/** Loads scripts that not every page needs, each once and on demand. */
import { attempt, guarded } from './guard.ts'

declare global {
  /** Missing in browsers before 2026, and in lib.dom. https://www.w3.org/TR/trusted-types/ */
  const trustedTypes: {
    createPolicy: (
      name: string,
      rules: { createScriptURL: (url: string) => string },
    ) => { createScriptURL: (url: string) => string }
  }
}

/** Set by the build: border version and a hash of all of them, so that each can be cached permanently. */
declare const footfallParts: string

/**
 * - `showing`: when and how nudges are shown (play/, card/).
 * - `plain`: the same, for popups that need nothing special (build-kind.ts).
 * - `more`: features of few nudges (more/).
 * - `facts`: features of some pages and nudges (facts/).
 * - `forms`: forms that count as sign-ups (forms/).
 * - `preview`: the owner's preview (preview/).
 * - `speed`: the few page loads that measure Web Vitals (speed/).
 */
type Part = 'showing' | 'plain' | 'more' | 'facts' | 'forms' | 'preview' | 'speed'

/**
 * Calls `work` when the script has run, or failed to load, which isn't retried on this document.
 */
export type Load = (part: Part, work: () => void) => void

/**
 * Copies the nonce of the pixel's script element, so that strict policies allow it as well. Doesn't
 * block the page.
 */
export const createLoad = (pixelScript: HTMLScriptElement, origin: string): Load => {
  const fetched: Partial<Record<Part, Promise<unknown>>> = {}
  // Throws without Trusted Types, and on pages that don't allow the name.
  const policy = attempt(() => trustedTypes.createPolicy('footfall', { createScriptURL: String }))

  const fetchScript = (part: Part) =>
    new Promise((resolve) => {
      const script = document.createElement('script')
      script.onload = script.onerror = resolve
      script.nonce = pixelScript.nonce
      const url = `${origin}/js/pixel.${part}.${footfallParts}.js`
      // Throws on pages with Trusted Types that allow neither the name nor plain text.
      script.src = policy?.createScriptURL(url) ?? url
      document.documentElement.append(script)
      script.remove()
    })

  return (part, work) => {
    const guardedWork = guarded(work)
    const fetching = (fetched[part] ??= fetchScript(part))
    fetching.then(guardedWork, guardedWork)
  }
}
