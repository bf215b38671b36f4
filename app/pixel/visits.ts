/** Page views one after another: the first with the document, the next ones without a new document. */
import { startHeartbeat } from './heartbeat.ts'
import { isCheckout } from './page.ts'
import { fetchPayload, type Read } from './payload.ts'
import { later, runWhen, silence, whenTabVisible } from './quiet.ts'
import { startView, type Means } from './view.ts'

/** The time that a page gets to draw itself after its address has changed. */
const drawnMillis = 300

export const createVisits = (address: string, means: Means) => {
  const { core } = means
  let views = 0
  let isBeating = false
  let endView = () => {}

  const end = () => {
    views++
    // Once more where no other view has begun since, which changes nothing.
    endView()
  }

  const visit = (view: number) => {
    core.report({ type: 'visit' })
    if (isCheckout(core.facts)) return
    const play = (answer: Read) => {
      // Another one with each page view, and never left to chance.
      const turn = (performance.timeOrigin >>> 0) + view
      if (view === views) endView = startView(answer, turn, means)
    }
    const begin = silence((answer: Read | null) => {
      if (!answer) return
      if (!isBeating) startHeartbeat(core)
      isBeating = true
      runWhen(isParsed, 'DOMContentLoaded', () => {
        later(view > 1 ? drawnMillis : 0, () => play(answer))
      })
    })
    // A page that follows soon asks the browser's cache: the answer says how long it may be kept.
    const { id } = core.visitor
    void fetchPayload(id ? `${address}?visitor=${id}` : address)
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
        if (view === views) visit(view)
      })
    },
  }
}

const isParsed = () => document.readyState !== 'loading'
