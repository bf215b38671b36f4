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
  // Loaders that evaluate scripts themselves, and modules, provide no current script.
  const script = [document.currentScript as HTMLScriptElement, ...document.scripts].find(readOrigin)
  const origin = readOrigin(script)
  const early = window.footfall
  // An element with that id has the same global name, but no version.
  if (!script || !origin || early?.version) return
  const uuid = script.dataset.site
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
    announce: () => {
      listeners.forEach((work) => work())
    },
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
 * The pixel's host. Nothing for other vendors' scripts, which may have the same attribute, and for
 * copies in a folder of the shop, which would ask the shop's host.
 */
const readOrigin = (script: HTMLScriptElement | null | undefined) =>
  script?.dataset.site && /^(\w+:..[^/]+).js.pixel\.library/.exec(script.src)?.[1]

const whenShown = (work: () => void) =>
  runWhen(() => !document.prerendering, 'prerenderingchange', work)

guarded(start)()
sharedCore.millis += readClock()
