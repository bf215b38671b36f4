/** Push messages on one view of a page: the card, the buttons, and reports of subscribers. */
import type { PixelPush, PixelPushPrompt } from '#app/contract/push.ts'
import type { Parts, View } from '../core.ts'
import { later } from '../guard.ts'
import type { Happening } from '../track.ts'
import { showPrompt } from './prompt.ts'
import { listGoalsHere } from './goals-here.ts'
import { drawRequest, drawSettings, listCarts, listOffers } from './request-button.ts'
import type { PushRecord } from './push-record.ts'
import {
  askForMessages,
  changeSubscription,
  findSubscriber,
  keepCart,
  manageUrl,
  reportVisit,
  sendCart,
  type Asked,
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
    const stops = [showRequests(view, push, { support, record })]
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

/** The subscription that goals of the document are reported with. Undefined: none. */
let followed: { push: PixelPush; record: PushRecord } | undefined
let isFollowing = false

/**
 * Reports goals that the subscriber reaches with the subscription as well. One follower for the document: a
 * page that changes without one may reach a goal right after that. Returns a function that stops it.
 */
const followGoals = ({ core }: View, push: PixelPush, record: PushRecord) => {
  const following = { push, record }
  followed = following
  for (const { goal } of listGoalsHere(push, core.facts.path)) reach({ goal })
  const { report } = core
  if (!isFollowing) {
    isFollowing = true
    core.report = (happening, when) => {
      report(happening, when)
      if (happening.type === 'goal') reach(happening)
    }
  }
  return () => {
    if (followed === following) followed = undefined
  }
}

type ReachedGoal = Pick<Extract<Happening, { type: 'goal' }>, 'goal'> &
  Partial<Extract<Happening, { type: 'goal' }>>

const reach = ({ goal, order, value, currency }: ReachedGoal) => {
  // A page may call a goal by its name, which only the event's receiver knows.
  if (followed && /^[\da-f-]{36}$/i.test(goal)) {
    const change = { do: 'reached', goal, order, value, currency } as const
    void changeSubscription(followed.push, followed.record, change)
    // The order ends the reminder. The same products in the next cart are another one.
    if (order && followed.record.cart) void keepCart([]).catch(() => {})
  }
}

type Requesting = { support: Support; record: PushRecord | undefined }

/** Draws the buttons that fit the page's facts, and sends the cart, now and whenever these change. */
const showRequests = ({ core }: View, push: PixelPush, { support, record }: Requesting) => {
  let drawn = ''
  let known = record
  let sent = record?.cart
  let stops: (() => void)[] = []
  const clear = () => {
    for (const stop of stops) stop()
  }
  const follow = () => {
    const [cart] = listCarts(core.facts.path)
    if (!known || !cart || sent === undefined || sent === String(cart.products)) return
    const before = sent
    const now = (sent = String(cart.products))
    void sendCart(push, known, cart).then((stored) => {
      if (stored === undefined && sent === now) sent = before
    })
  }
  const ask = async (asked: Asked) => {
    const outcome = await askForMessages(core, push, asked)
    if (asked.cart && outcome === 'done') {
      sent = String(asked.cart.products)
      known = await findSubscriber(push).catch(() => undefined)
    }
    return outcome
  }
  const draw = () => {
    follow()
    const offers = listOffers(push, core).filter(({ cart }) => !cart || sent === undefined)
    const wanted = JSON.stringify(offers.map(({ request, cart }) => request ?? cart?.products))
    if (wanted === drawn) return
    drawn = wanted
    clear()
    stops = offers.map((offer) =>
      drawRequest(push, offer, {
        support,
        ask,
        findPreferences: () => findPreferences(push),
      }),
    )
  }
  draw()
  const stop = core.onFacts(draw)
  // Carts change without a page, too.
  const observer = new MutationObserver(draw)
  for (const { slot } of listCarts('')) {
    observer.observe(slot, { attributes: true, attributeFilter: ['data-products'] })
  }
  return () => {
    stop()
    observer.disconnect()
    clear()
  }
}
