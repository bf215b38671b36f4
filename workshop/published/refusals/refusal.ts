/** A published refusal, and what a definition makes of it. In our own words; the facts name the sources. */
import type { DoubleReply, SeenRequest } from '../../doubles/shops/shop-double.ts'

/**
 * `lost`: the access ended, or a right is missing. `setting`: its owner can correct a setting. `later`: it’s tried
 * again, or so many seconds later. `record`: this call alone fails. `fine`: it’s handled.
 */
export type Outcome = 'lost' | 'setting' | 'later' | 'record' | 'fine' | number

/** Calls of a definition. */
export type Verb = 'test' | 'read' | 'subscribe' | 'unsubscribe'

export type Refusal = {
  /** Unique among those of the service. */
  id: string
  when: string
  /** Which requests meet it. */
  meets: (request: SeenRequest) => boolean
  answer: DoubleReply
  outcomes: Partial<Readonly<Record<Verb, Outcome>>>
  /** Webhooks are set up for the first time. */
  isFirst?: true
  /** The service’s other lists are read meanwhile. */
  isPartial?: true
}

export const every = (): boolean => true

/** @param rest how the path ends */
export const on =
  (method: string, ...rest: (string | RegExp)[]) =>
  ({ method: asked, path }: SeenRequest): boolean =>
    method === asked &&
    rest.some((one) => (typeof one === 'string' ? path.endsWith(one) : one.test(path)))

/** @param name of a parameter that asks for a page that isn’t the first */
export const after =
  (name: string) =>
  ({ query }: SeenRequest): boolean =>
    query.has(name)

/**
 * A page that a firewall of the shop's server shows in place of an answer, with a status of success. Source:
 * woocommerce/woocommerce, issue 24087.
 */
export const browserCheck: DoubleReply = {
  text: '<html><body><script src="/check.js"></script><noscript>Turn on JavaScript.</noscript></body></html>',
  type: 'text/html',
}

/** A page for people. */
export const maintenance: DoubleReply = {
  status: 503,
  text: '<!doctype html><title>Maintenance</title>',
  type: 'text/html',
}
