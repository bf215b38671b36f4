/** Page views: the first one with the document, the others without a new document. */
import { beatMillis } from './heartbeat.ts'
import { isCheckout } from './page.ts'
import type { FetchedPayload } from './payload.ts'
import { later, readClock, runWhen, guarded, whenVisible } from './guard.ts'
import { startView, type ViewDependencies } from './view.ts'

/** Time for the page to render after its URL has changed. */
const drawnMillis = 300

export const createPageViews = (means: ViewDependencies) => {
  const { core, parts, load } = means
  let views = 0
  let beating: unknown
  let endView = () => {}

  const end = () => {
    views++
    // Harmless when this view has ended already and no other one has started.
    endView()
  }

  const beat = (begunAt: number) =>
    later(beatMillis, () => load('facts', () => parts.beat?.(core, begunAt)))

  const beginView = (view: number) => {
    core.report({ type: 'visit' })
    const play = (answer: FetchedPayload) => {
      // Differs on each page view, without being random.
      const turn = (performance.timeOrigin >>> 0) + view
      if (view !== views) return
      if (!isCheckout(core.facts, answer.payload.options.checkouts)) {
        endView = startView(answer, turn, means)
      } else core.report({ type: 'not_shown', reason: 'checkout', count: 1 }, 'later')
    }
    const begin = guarded((answer: FetchedPayload | null) => {
      if (!answer) return
      beating ??= beat(readClock())
      runWhen(isParsed, 'DOMContentLoaded', () => {
        later(view > 1 ? drawnMillis : 0, () => play(answer))
      })
    })
    void core.ask().then(begin)
  }

  return {
    end,
    /** A tab that never becomes visible is no visit, and costs no request. */
    begin: () => {
      end()
      const view = views
      whenVisible(() => {
        if (view === views) beginView(view)
      })
    },
  }
}

const isParsed = () => document.readyState !== 'loading'
