/** Deliberate faults, to try an app when the platform isn't well. */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

export type StatusFault = { status: number; headers?: Record<string, string>; body?: string }

export type Fault =
  | StatusFault
  /** Answers properly, but late. */
  | { delayMillis: number }
  | 'hang up'
  | 'half a body'
  /** Does what was asked, and closes the connection instead of answering. */
  | 'lose the answer'

/** The platform's responses, by status. */
const bodies: Readonly<Record<number, string>> = {
  401: '{"errors":"[API] Invalid API key or access token (unrecognized login or wrong password)"}',
  402: '{"errors":"This shop is currently unavailable"}',
  403: '{"errors":"Forbidden"}',
  404: '{"errors":"Not Found"}',
  423: '{"errors":"This shop is locked"}',
  429: '{"errors":"Exceeded 2 calls per second for api client. Reduce request rates to resume uninterrupted service."}',
  430: '{"errors":"Security rejection"}',
  500: '<html><body>Internal Server Error</body></html>',
  502: '<html><body>Bad Gateway</body></html>',
  503: '<html><body>Service Unavailable</body></html>',
}

/** As the platform answers with this status. Statuses of a busy platform name a time to wait. */
export function faultOf(status: number) {
  const body = bodies[status] ?? '{"errors":"Error"}'
  const type = body.startsWith('<') ? 'text/html' : 'application/json'
  const wait = status === 429 || status === 503 ? { 'Retry-After': '2' } : {}
  return { status, headers: { 'Content-Type': type, ...wait }, body } satisfies StatusFault
}

export type Faults = {
  /** The next requests meet this fault. */
  failNext: (fault: Fault, times?: number) => void
  /** All requests meet this fault, after so many that don't; null: none. */
  failAll: (fault: Fault | null, answers?: number) => void
  /** All requests meet this fault until the returned function is called. */
  hold: (fault: Fault) => () => void
  next: () => Fault | null
}

export function createFaults(): Faults {
  const queue: Fault[] = []
  let always: Fault | null = null
  let answersLeft = 0
  const held = new Set<{ fault: Fault }>()
  return {
    failNext(fault, times = 1) {
      for (let count = 0; count < times; count++) queue.push(fault)
    },
    failAll(fault, answers = 0) {
      always = fault
      answersLeft = answers
    },
    hold(fault) {
      const one = { fault }
      held.add(one)
      return () => {
        held.delete(one)
      }
    },
    next() {
      const queued = queue.shift()
      if (queued) return queued
      const latest = [...held].at(-1)
      if (latest) return latest.fault
      if (always === null || answersLeft === 0) return always
      answersLeft -= 1
      return null
    },
  }
}

/** For a request whose connection is closed: no response can be written any more. */
const unanswered = new Promise<never>(() => undefined)

/** Answers with the next fault, or with what `answer` makes. */
export async function answerWithFaults(
  c: Context<{ Bindings: HttpBindings }>,
  faults: Faults,
  answer: () => Promise<Response>,
): Promise<Response> {
  const fault = faults.next()
  if (fault === null) return answer()
  if (fault === 'hang up' || fault === 'lose the answer') {
    if (fault === 'lose the answer') await answer()
    c.env.incoming.socket.destroy()
    return unanswered
  }
  if (fault === 'half a body') {
    const whole = await (await answer()).text()
    const { outgoing } = c.env
    outgoing.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(whole),
    })
    outgoing.write(whole.slice(0, whole.length / 2), () => outgoing.destroy())
    return unanswered
  }
  if ('delayMillis' in fault) {
    await new Promise((resolve) => setTimeout(resolve, fault.delayMillis))
    return answer()
  }
  const { status, headers = {}, body = '' } = fault
  return new Response(body, { status, headers })
}
