/** The lane and body limit of a request, by method and path. */

/** A login costs a password hash and a whole page, so logins run one at a time, with a short queue. */
export const lanes = {
  login: { atOnce: 1, queued: 24 },
  /**
   * Providers wait five seconds for an answer and send many at the same time after an outage. Most of
   * a request is waiting for the commit, which all that are here share.
   */
  hook: { atOnce: 64, queued: 400 },
  page: { atOnce: 16, queued: 400 },
} as const satisfies Record<string, { atOnce: number; queued: number }>

export type Lane = keyof typeof lanes

type BodyLimit = {
  maxBytes: number
  /** Shown with status 413. */
  sentence: string
  /** Sent only by people who are logged in. Bodies of other senders aren't read. */
  isPrivate?: boolean
}

/** Bytes of a form in addition to its file. */
const formBytes = 16 * 1024
const megabyte = 1024 * 1024

const usual: BodyLimit = { maxBytes: 256 * 1024, sentence: 'The body is larger than 256 KiB.' }
const image: BodyLimit = {
  isPrivate: true,
  maxBytes: 5 * megabyte + formBytes,
  sentence: 'This image is larger than 5 MB.',
}
/** The limit of a file itself is checked with its content (domain/imports). */
const importFile: BodyLimit = {
  isPrivate: true,
  maxBytes: 2 * megabyte + formBytes,
  sentence: 'This file is larger than 2 MB.',
}
const delivery: BodyLimit = {
  maxBytes: 5 * megabyte,
  sentence: 'The delivery is larger than 5 MB.',
}

const policyReport: BodyLimit = {
  maxBytes: 16 * 1024,
  sentence: 'The report is larger than 16 KiB.',
}

export type RequestPolicy = { lane: Lane; body: BodyLimit }

const policies: readonly (RequestPolicy & { path: RegExp; method?: string })[] = [
  { method: 'POST', path: /^\/hooks\//, lane: 'hook', body: delivery },
  { method: 'POST', path: /^\/shopify\/policy-reports$/, lane: 'page', body: policyReport },
  { method: 'POST', path: /^\/auth\//, lane: 'login', body: usual },
  { path: /^\/(data-feeds\/imports|onboarding\/orders)(\.data)?$/, lane: 'page', body: importFile },
  {
    path: /^\/(account\/photo|site-settings\/logo|settings\/teams\/[^/]+\/logo)(\.data)?$/,
    lane: 'page',
    body: image,
  },
]

const anyOther: RequestPolicy = { lane: 'page', body: usual }

/** @param path without its query */
export const policyOf = (method: string, path: string): RequestPolicy =>
  policies.find((one) => one.path.test(path) && (one.method ?? method) === method) ?? anyOther
