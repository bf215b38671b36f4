/** Push messages on one view of a page: the card, the buttons, and reports of subscribers. */
import type { PixelPush, PixelPushPrompt } from '#app/contract/push.ts'
import type { Parts, View } from '../core.ts'
import { later } from '../guard.ts'
import { showPrompt } from './prompt.ts'
import { drawRequest, drawSettings, listOffers } from './request-button.ts'
import type { PushRecord } from './push-record.ts'
import {
  askForMessages,
  changeSubscription,
  findSubscriber,
  manageUrl,
  reportVisit,
} from './subscription.ts'
import { isOfferable, noteOffered, noteRefused, readSupport, type Support } from './support.ts'

/** How soon it is noticed that the view has ended. */
const lookMillis = 1000

export const offerPush: Parts['offerPush'] = (view) => {
  const { payload, core } = view
  const { push } = payload
  const support = readSupport()
  // A visitor who turned nudges off isn't asked for more of them.
  if (!push || payload.preview || core.visitor.isOff || support === 'never') return
  void findKnown(push, support).then((record) => {
    if (view.isOver()) return
    const stops = [showRequests(view, push, support)]
    if (record) {
      void reportVisit(core, push, record).then((answer) => {
        // The visitor who ended it isn't asked right away.
        if (answer === 'ended' && push.prompt) noteRefused(push.prompt, Date.now())
      })
      stops.push(followGoals(view, push, record), drawSettings(push, manageUrl(push, record)))
    }
    if (!record && push.prompt && support === 'possible') {
      const stop = offerPrompt(view, push, push.prompt)
      if (stop) stops.push(stop)
    }
    whenOver(view, () => {
      for (const stop of stops) stop()
    })
  })
}

const findKnown = async (push: PixelPush, support: Support) => {
  if (support !== 'possible') return undefined
  // The worker or the push service may fail, and then nothing is known.
  return findSubscriber(push).catch(() => undefined)
}

const findPreferences = async (push: PixelPush) => {
  const record = await findSubscriber(push).catch(() => undefined)
  return record && manageUrl(push, record)
}

const whenOver = (view: View, work: () => void) => {
  if (view.isOver()) work()
  else later(lookMillis, () => whenOver(view, work))
}

const offerPrompt = (view: View, push: PixelPush, prompt: PixelPushPrompt) => {
  const number = view.turn - (performance.timeOrigin >>> 0)
  const { title, text, accept, paths, kinds } = prompt
  const isHere = !paths || paths.some((path) => view.core.facts.path.startsWith(path))
  if (!isHere || !isOfferable(prompt, number, Date.now())) return undefined
  return showPrompt(view, {
    prompt,
    accept: () =>
      askForMessages(view.core, push, { kinds, wording: [title, text, accept].join('\n') }),
    refuse: () => noteRefused(prompt, Date.now()),
    offered: noteOffered,
    findPreferences: () => findPreferences(push),
  })
}

/** Reports goals that the subscriber reaches with the subscription as well. Returns a function that stops it. */
const followGoals = ({ core }: View, push: PixelPush, record: PushRecord) => {
  const { report } = core
  core.report = (happening, when) => {
    report(happening, when)
    const goal = happening.type === 'goal' && happening.goal
    // A page may call a goal by its name, which only the event's receiver knows.
    if (goal && /^[\da-f-]{36}$/.test(goal))
      void changeSubscription(push, record, { do: 'reached', goal })
  }
  return () => {
    core.report = report
  }
}

/** Draws the buttons that fit the page's facts, now and whenever these change. */
const showRequests = ({ core }: View, push: PixelPush, support: Support) => {
  let drawn = ''
  let stops: (() => void)[] = []
  const clear = () => {
    for (const stop of stops) stop()
  }
  const draw = () => {
    const offers = listOffers(push, core)
    const wanted = JSON.stringify(offers.map(({ request }) => request))
    if (wanted === drawn) return
    drawn = wanted
    clear()
    stops = offers.map((offer) =>
      drawRequest(push, offer, {
        support,
        ask: (asked) => askForMessages(core, push, asked),
        findPreferences: () => findPreferences(push),
      }),
    )
  }
  draw()
  const stop = core.onFacts(draw)
  return () => {
    stop()
    clear()
  }
}
