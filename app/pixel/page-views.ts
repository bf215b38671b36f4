/** Page views one after another: the first with the document, the next ones without a new document. */
import { beatMillis } from './heartbeat.ts'
import { isCheckout } from './page.ts'
import type { FetchedPayload } from './payload.ts'
import { later, readClock, runWhen, guarded, whenTabVisible } from './guard.ts'
import { startView, type ViewDependencies } from './view.ts'

/** The time that a page gets to draw itself after its address has changed. */
const drawnMillis = 300

export const createPageViews = (means: ViewDependencies) => {
  const { core, parts, load } = means
  let views = 0
  let isBeating = false
  let endView = () => {}

  const end = () => {
    views++
    // Once more where no other view has begun since, which changes nothing.
    endView()
  }

  const beat = (begunAt: number) =>
    later(beatMillis, () => load('facts', () => parts.startHeartbeat?.(core, begunAt)))

  const beginView = (view: number) => {
    core.report({ type: 'visit' })
    if (isCheckout(core.facts)) return
    const play = (answer: FetchedPayload) => {
      // Another one with each page view, and never left to chance.
      const turn = (performance.timeOrigin >>> 0) + view
      if (view === views) endView = startView(answer, turn, means)
    }
    const begin = guarded((answer: FetchedPayload | null) => {
      if (!answer) return
      if (!isBeating) beat(readClock())
      isBeating = true
      runWhen(isParsed, 'DOMContentLoaded', () => {
        later(view > 1 ? drawnMillis : 0, () => play(answer))
      })
    })
    void core
      .ask()
      .then(begin)
      .catch(() => {})
  }

  return {
    end,
    /** A tab that is never looked at is no visit, and costs no request. */
    begin: () => {
      end()
      const view = views
      whenTabVisible(() => {
        if (view === views) beginView(view)
      })
    },
  }
}

const isParsed = () => document.readyState !== 'loading'
