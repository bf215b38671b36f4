/**
 * The pixel's core: runs on a site's pages, decides what to show and reports what was seen. Adds
 * one global, adds elements only while something is shown, and never throws into the page.
 */
import type { Core, Parts } from './core.ts'
import { makeId } from './id.ts'
import { createLoad } from './loader.ts'
import { watchPages } from './navigation.ts'
import { readPath, setRoutes } from './page.ts'
import { fetchPayload, understoodVersion } from './payload.ts'
import { readPreview } from './preview-mark.ts'
import { readClock, runWhen, guarded } from './guard.ts'
import { sharedCore } from './shared-core.ts'
import { createReport } from './track.ts'
import { createVisitor } from './visitor.ts'
import { createPageViews } from './page-views.ts'

declare global {
  interface Document {
    /** True in a page that is prerendered and may never be shown. Missing in lib.dom. */
    prerendering?: boolean
  }
}

const start = () => {
  const script = findScript()
  const uuid = script?.dataset.site
  const early = window.footfall
  // An element with that id has the same global name, but no version.
  // A copy in a folder of the shop would ask the shop's host.
  const origin = script?.src.match(/^(\w+:..[^/]+).js.pixel\.library/)?.[1]
  if (!script || !uuid || !origin || early?.version) return
  setRoutes(script.dataset.routes)
  const address = `${origin}/api/pixel/${uuid}`
  const visitor = createVisitor()
  const send = createReport(`${address}/events`, visitor, () => isStopped)
  const load = createLoad(script, origin)
  const parts: Partial<Parts> = {}
  const listeners = new Set<() => void>()
  let isStopped = false
  let hasBegun = false
  /** Token of a preview link; null without one, or if it was refused. */
  let opened = readPreview()

  const core: Core = {
    facts: { path: readPath(), kind: script.dataset.page, variables: {} },
    visitor,
    report: (happening, when) => {
      if (!opened) send(happening, when)
    },
    // The next page may use the browser's cache, for as long as the response allows.
    ask: (query = visitor.id ? `?visitor=${visitor.id}` : '') => fetchPayload(address + query),
    onFacts: (work) => {
      const guardedWork = guarded(work)
      listeners.add(guardedWork)
      return () => void listeners.delete(guardedWork)
    },
    announce: () => listeners.forEach((work) => work()),
    makeId,
    stop: () => {
      visits.end()
      isStopped = true
    },
  }
  const visits = createPageViews({ core, parts, load })
  const begin = () => {
    hasBegun = true
    if (!isStopped) visits.begin()
  }
  const look = watchPages(() => {
    // Facts about the previous page no longer apply; the cart is the same on all pages.
    core.facts = { path: readPath(), cart: core.facts.cart, variables: {} }
    begin()
  })
  const push = guarded((call: unknown) =>
    whenShown(() => {
      // Facts set from now on belong to the page that is shown now.
      look()
      const { path } = core.facts
      load('facts', () => parts.call?.(core, call, path))
    }),
  )

  window.footfall = {
    version: understoodVersion,
    push,
    render: (given) => void Object.assign(parts, given),
    tools: sharedCore,
  }
  const proceed = (isRefused?: boolean) => {
    if (isRefused) opened = null
    if (Array.isArray(early) && early.length) {
      early.forEach(push)
      // Earlier calls apply to the first view, too: above all, consent.
      load('facts', () => whenShown(() => hasBegun || begin()))
    } else whenShown(begin)
  }
  if (opened) load('preview', () => parts.preview?.(core, opened ?? '', proceed))
  else proceed()
}

/**
 * Loaders that evaluate scripts themselves provide no current script. Other vendors use the same
 * attribute.
 */
const findScript = () =>
  (document.currentScript as HTMLScriptElement | null) ??
  document.querySelector<HTMLScriptElement>('script[data-site][src*="pixel.library"]')

const whenShown = (work: () => void) =>
  runWhen(() => !document.prerendering, 'prerenderingchange', work)

guarded(start)()
sharedCore.millis += readClock()
