/**
 * The pixel's core: runs on the pages of a site, decides what is shown and reports what was seen. It
 * adds one global, elements only while something is shown, and never throws into the page.
 */
import type { Core, Parts } from './core.ts'
import { factsFile } from './files.ts'
import { makeId } from './id.ts'
import { createLoad } from './loader.ts'
import { watchPages } from './navigation.ts'
import { readPath } from './page.ts'
import { understoodVersion } from './payload.ts'
import { runWhen, silence } from './quiet.ts'
import { createReport } from './track.ts'
import { createVisitor } from './visitor.ts'
import { createVisits } from './visits.ts'

declare global {
  interface Document {
    /** True in a page that the browser loads ahead and may never show. Missing in lib.dom. */
    prerendering?: boolean
  }
}

const start = () => {
  const own = findScript()
  const uuid = own?.dataset.site
  const early = window.footfall
  // An element of the page with that id is found under the same name, but has no version.
  if (!own || !uuid || early?.version) return
  const { origin } = new URL(own.src)
  const address = `${origin}/api/pixel/${uuid}`
  const visitor = createVisitor()
  const send = createReport(`${address}/events`, visitor)
  const load = createLoad(own, origin)
  const parts: Partial<Parts> = {}
  const listeners = new Set<() => void>()
  let isStopped = false

  const core: Core = {
    facts: { path: readPath(), kind: own.dataset.page, variables: {} },
    visitor,
    report: (happening, when) => {
      if (!isStopped) send(happening, when)
    },
    onFacts: (work) => {
      const quiet = silence(work)
      listeners.add(quiet)
      return () => void listeners.delete(quiet)
    },
    announce: () => listeners.forEach((work) => work()),
    makeId,
    stop: () => {
      visits.end()
      isStopped = true
    },
  }
  const visits = createVisits(address, { core, parts, load })
  const begin = () => {
    if (!isStopped) visits.begin()
  }
  const look = watchPages(() => {
    // What was told about the last page holds no more; the cart is the same on all of them.
    core.facts = { path: readPath(), cart: core.facts.cart, variables: {} }
    begin()
  })
  const push = silence((call: unknown) =>
    whenShown(() => {
      // What is told now is about the page that is shown now.
      look()
      load(factsFile, () => parts.take?.(core, call))
    }),
  )

  window.footfall = {
    version: understoodVersion,
    push,
    render: (given) => void Object.assign(parts, given),
  }
  if (Array.isArray(early) && early.length) {
    early.forEach(push)
    // What the page said before goes for the first view too: consent above all.
    load(factsFile, () => whenShown(begin))
  } else whenShown(begin)
}

/** Loaders that evaluate scripts by themselves leave no current script. */
const findScript = () =>
  (document.currentScript as HTMLScriptElement | null) ??
  document.querySelector<HTMLScriptElement>('script[data-site]')

const whenShown = (work: () => void) =>
  runWhen(() => !document.prerendering, 'prerenderingchange', work)

silence(start)()
