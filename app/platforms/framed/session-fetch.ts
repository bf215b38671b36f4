/**
 * Requests of a page in the frame of an admin without a script: each to our server has the page's token,
 * which is in this module's memory alone, and names the frame. Browsers keep no cookie and no storage for
 * such a frame.
 */
import { removeFrameParameters } from './frame-address.ts'
import { frameHeader, renewalPath, renewHeader } from './frame-paths.ts'

/** Proofs for the page's next requests, from the server. */
export type PagePass = {
  token: string
  /** Proves the person to the next document, once. */
  ticket: string
  /** Until both end. */
  seconds: number
  /** Whether another one would last no longer: both end with their session. */
  isLast: boolean
}

type Parts = {
  fetch: typeof fetch
  /** The product's. */
  origin: string
  now: () => number
  /** The document's; null: it had none, as an error page has. */
  pass: PagePass | null
  /** The ticket in the page's address, for a page without a pass; null: there is none. */
  readTicket: () => string | null
  /** The frame that the page is in, as `frameHeader` names it. */
  frame: string
  /** Called with each new pass. */
  onPass: (pass: PagePass) => void
}

/** The end of a renewal. `refused`: the session is over. `missed`: no answer said so, or gave a pass. */
export type Renewal = 'renewed' | 'refused' | 'missed'

export type SessionFetch = {
  fetch: typeof fetch
  /** Gets a new pass, unless the session is over: after one refusal nothing is asked any more. */
  renew: () => Promise<Renewal>
}

/** A token that ends earlier is renewed first, so that it doesn't end on the way. */
const spareMillis = 5 * 60_000

/** Requests go out as they are for so long after a renewal that got no answer. */
const pauseMillis = 30_000

export function createSessionFetch(parts: Parts): SessionFetch {
  const { origin, now, onPass, readTicket, frame } = parts
  const send = parts.fetch
  let pass = parts.pass
  let endsAt = pass ? now() + pass.seconds * 1000 : 0
  let isOver = false
  let missedAt = -Infinity
  let renewing: Promise<Renewal> | undefined

  /** A refused renewal changes nothing: the request that follows is refused, and shows why. */
  async function askForPass(): Promise<Renewal> {
    const answer = await send(renewalPath, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [frameHeader]: frame,
        ...(pass === null ? {} : { Authorization: `Bearer ${pass.token}` }),
      },
      body: JSON.stringify({ ticket: pass === null ? readTicket() : null }),
    })
    // Only this says that the session is over. A busy server, or one that is replaced, says something else.
    isOver = answer.status === 401
    if (!answer.ok) return isOver ? 'refused' : 'missed'
    pass = (await answer.json()) as PagePass
    endsAt = now() + pass.seconds * 1000
    onPass(pass)
    return 'renewed'
  }

  /** Requests at the same time wait for one renewal. Without a connection they go out as they are. */
  const renew = (): Promise<Renewal> => {
    if (isOver) return Promise.resolve('refused')
    renewing ??= askForPass()
      .catch((): Renewal => 'missed')
      .then((renewal) => {
        if (renewal === 'missed') missedAt = now()
        return renewal
      })
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }

  const isWorthRenewing = () =>
    pass?.isLast !== true && endsAt - now() < spareMillis && now() - missedAt >= pauseMillis

  const withProof = (request: Request): Request => {
    const proven = new Request(request)
    proven.headers.set(frameHeader, frame)
    if (pass !== null) proven.headers.set('Authorization', `Bearer ${pass.token}`)
    return proven
  }

  return {
    renew,
    async fetch(input, init) {
      const request = new Request(withoutTicket(input, origin), init)
      // Another service must never get the token, and a call with a token has its sender.
      const isOurs = new URL(request.url).origin === origin
      if (!isOurs || request.headers.has('Authorization')) return send(request)
      if (isWorthRenewing()) await renew()
      const again = request.clone()
      const answer = await send(withProof(request))
      if (answer.status !== 401 || !answer.headers.has(renewHeader)) return answer
      return (await renew()) === 'renewed' ? send(withProof(again)) : answer
    },
  }
}

/**
 * The router takes parameters of the page's address over into the addresses of its data, and the ticket among
 * them would prove the person until it is used.
 */
function withoutTicket(input: RequestInfo | URL, origin: string): RequestInfo | URL {
  if (input instanceof Request) return input
  const url = new URL(input, origin)
  if (url.origin === origin) removeFrameParameters(url)
  return url
}
