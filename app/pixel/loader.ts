/** Loads scripts that not every page needs, each once and on demand. */
import type { PixelScript } from '#app/contract/pixel-scripts.ts'
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
 * Calls `work` when the script has run, or failed to load, which isn't retried on this document.
 *
 * - `showing`: when and how nudges are shown (play/, card/).
 * - `plain`: the same, for popups that need nothing special (build-kind.ts).
 * - `more`: features of few nudges (more/).
 * - `facts`: features of some pages and nudges (facts/).
 * - `forms`: forms that count as sign-ups (forms/).
 * - `preview`: the owner's preview (preview/).
 * - `speed`: the few page loads that measure Web Vitals (speed/).
 * - `push`: push messages, on sites that have them (push/).
 *
 * A script of several parts is fetched without those that are there, in one file.
 */
export type Load = (script: PixelScript, work: () => void) => void

/**
 * Copies the nonce of the pixel's script element, so that strict policies allow it as well. Doesn't
 * block the page.
 */
export const createLoad = (pixelScript: HTMLScriptElement, origin: string): Load => {
  const fetched: Partial<Record<string, Promise<unknown>>> = {}
  // Throws without Trusted Types, and on pages that don't allow the name.
  const policy = attempt(() => trustedTypes.createPolicy('footfall', { createScriptURL: String }))

  const fetchScript = (name: string) =>
    new Promise((resolve) => {
      const script = document.createElement('script')
      script.onload = script.onerror = resolve
      script.nonce = pixelScript.nonce
      const url = `${origin}/js/pixel.${name}.${footfallParts}.js`
      // Throws on pages with Trusted Types that allow neither the name nor plain text.
      script.src = policy?.createScriptURL(url) ?? url
      document.documentElement.append(script)
      script.remove()
    })

  return (script, work) => {
    const guardedWork = guarded(work)
    const parts = script.split('-')
    const missing = parts.filter((part) => !fetched[part])
    // Needed for missing parts only.
    const fetching = (missing[0] && fetchScript(missing.join('-'))) as Promise<unknown>
    Promise.all(parts.map((part) => (fetched[part] ??= fetching))).then(guardedWork, guardedWork)
  }
}
