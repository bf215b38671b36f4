/**
 * The pixel: runs on the pages of a site, shows what the server allows and reports what was seen.
 * It adds one element while a nudge is shown and one global, and never throws into the page.
 */
import type { PixelPayload } from '../contract/pixel.ts'
import { startHeartbeat } from './heartbeat.ts'
import { fetchPayload, understoodVersion } from './payload.ts'
import { later, readClock, runWhen, silence, whenTabVisible } from './quiet.ts'
import { endShowing, nextStep, startSchedule } from './schedule.ts'
import { showNudge } from './show.ts'
import { createReport, type Report } from './track.ts'
import { listUnshown } from './unshown.ts'

declare global {
  interface Window {
    /** Set by the first pixel on a page; a second one sees it and does nothing. */
    footfallPixel?: { version: number }
  }
  interface Document {
    /** True in a page that the browser loads ahead and may never show. Missing in lib.dom. */
    prerendering?: boolean
  }
}

const start = () => {
  const script = findScript()
  const uuid = script?.dataset.site
  // An element of the page with that id is found under the same name, but has no version.
  if (!script || !uuid || window.footfallPixel?.version) return
  window.footfallPixel = { version: understoodVersion }
  const address = `${new URL(script.src).origin}/api/pixel/${encodeURIComponent(uuid)}`

  runWhen(
    () => !document.prerendering,
    'prerenderingchange',
    // A tab that is never looked at is no visit, and costs no request.
    () => whenTabVisible(() => visit(address)),
  )
}

/** Loaders that evaluate scripts by themselves leave no current script. */
const findScript = () => {
  const script = document.currentScript ?? document.querySelector('script[data-site]')
  return script instanceof HTMLScriptElement ? script : null
}

const visit = (address: string) => {
  const report = createReport(`${address}/events`)
  report({ type: 'visit' })
  const begin = silence((payload: PixelPayload | null) => {
    if (!payload) return
    startHeartbeat(report)
    runWhen(hasBody, 'DOMContentLoaded', () => play(payload, report))
  })
  void fetchPayload(address).then(begin)
}

const hasBody = () => document.querySelector('body') !== null

const play = (payload: PixelPayload, report: Report) => {
  let schedule = startSchedule(payload, readClock())
  for (const unshown of listUnshown(payload, schedule.showings)) {
    report({ type: 'not_shown', ...unshown, count: 1 }, 'later')
  }

  const onGone = () => {
    schedule = endShowing(schedule, readClock())
    proceed()
  }

  const proceed = () => {
    const step = nextStep(schedule, readClock())
    if (step.kind === 'wait') later(step.millis, proceed)
    if (step.kind === 'show') showNudge(step.showing, { payload, report, onGone })
  }

  proceed()
}

silence(start)()
