/** Tells the server what happened. Nothing is stored: what a page cannot send while open is lost. */
import type { PixelEvent } from '../contract/pixel.ts'
import { later, listen, readClock, silence } from './quiet.ts'
import { request } from './request.ts'
import { backOff, mayRetry, readRetryAfter } from './retry.ts'

const gatherMillis = 1000
/** The server's limit of one batch. */
const mostEvents = 100
/** The contract's limit of a path; a longer one would have the event refused. */
const mostPathLength = 512

type Happening = Pick<PixelEvent, 'type' | 'nudge' | 'claim'>

/** Reports soon, with others; `isUrgent` at once, for a page that is about to be left. */
export type Report = (happening: Happening, isUrgent?: boolean) => void

export const createReport = (address: string): Report => {
  let waiting: PixelEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let closedUntil = 0

  const sendAfter = (millis: number) => {
    clearTimeout(timer)
    timer = later(millis, send)
  }

  const send = () => {
    const closed = closedUntil - readClock()
    if (closed > 0) {
      sendAfter(closed)
      return
    }
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const batch = waiting
    waiting = []
    void post(batch)
  }

  const post = async (batch: PixelEvent[]) => {
    const answer = await request(address, {
      method: 'POST',
      // Text needs no preflight, and keepalive outlives the page.
      body: writeBatch(batch),
      keepalive: true,
    })
    if (!mayRetry(answer)) {
      failures = 0
      return
    }
    waiting = batch.concat(waiting).slice(0, mostEvents)
    failures++
    const asked = readRetryAfter(answer && answer.retryAfter, Date.now())
    closedUntil = readClock() + asked
    sendAfter(asked + backOff(failures, Math.random()))
  }

  listen(window, 'pagehide', send)
  listen(document, 'visibilitychange', () => {
    if (document.hidden) send()
  })

  return silence((happening, isUrgent) => {
    if (waiting.length >= mostEvents) return
    waiting.push({ id: makeId(), page: readPath(), ...happening })
    if (isUrgent) send()
    else if (timer === undefined) sendAfter(gatherMillis)
  })
}

const makeId = () => {
  let id = ''
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
    id += byte.toString(16).padStart(2, '0')
  }
  return id
}

/** A framed document without an address of its own has a path like `srcdoc`. */
const readPath = () =>
  location.pathname[0] === '/' ? location.pathname.slice(0, mostPathLength) : '/'

/**
 * Only single texts go through JSON.stringify: pages with Prototype.js give arrays and objects a
 * `toJSON` of their own, which turns a list into a text (sentry-javascript issue 2205).
 */
const writeBatch = (batch: PixelEvent[]) => {
  let list = ''
  for (const { id, type, page, nudge, claim } of batch) {
    const shown = nudge && claim ? `,"nudge":${quote(nudge)},"claim":${quote(claim)}` : ''
    list += `${list && ','}{"id":${quote(id)},"type":${quote(type)},"page":${quote(page)}${shown}}`
  }
  return `{"events":[${list}]}`
}

const quote = (text: string) => JSON.stringify(text)
