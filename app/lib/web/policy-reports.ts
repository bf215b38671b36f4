/**
 * Reports of browsers about what a content policy didn’t allow, counted in memory. A report names the page, its
 * visitor’s address in the app and a piece of the code: none of that is kept, only the rule and the origin.
 */
import { z } from 'zod'
import { parseJson } from '../parse-json.ts'
import { createTokenBuckets } from './token-buckets.ts'
import { maxOpenedAddress, parseWebAddress } from './web-address.ts'

type PolicyViolation = {
  /** The policy’s rule, for example `connect-src`. */
  rule: string
  /** An origin, or a word for what has none. */
  source: string
}

export type PolicyReport = { violation: PolicyViolation | null; reports: number; lastAt: Date }

export type PolicyReports = {
  /** Seconds that a sender has to wait; 0: the report is counted. */
  count: (violation: PolicyViolation, sender: string) => number
  /** Most reported first; without a violation: further ones together. Since this process started. */
  read: () => PolicyReport[]
}

type Options = {
  now: () => Date
  /** Called once for each violation that is listed. */
  onFirst?: (violation: PolicyViolation) => void
}

/** Anyone can report anything, so further ones are counted together. */
const mostViolations = 50

/** A page that breaks a rule does it a few times, and all of a shop’s people may share an address. */
const perSender = { perSecond: 1, burst: 60, maxKeys: 10_000 }
/** All senders together: what is counted is cheap, and no more is needed to see a fault. */
const ofAll = { perSecond: 20, burst: 600, maxKeys: 1 }

export function createPolicyReports({ now, onFirst }: Options): PolicyReports {
  const listed = new Map<string, PolicyReport>()
  const others: PolicyReport = { violation: null, reports: 0, lastAt: new Date(0) }
  const clock = () => now().getTime()
  const senders = createTokenBuckets({ ...perSender, clock })
  const all = createTokenBuckets({ ...ofAll, clock })

  return {
    count(violation, sender) {
      const wait = senders.take(sender) || all.take('')
      if (wait > 0) return wait
      const key = `${violation.rule} ${violation.source}`
      let entry = listed.get(key) ?? others
      if (entry === others && listed.size < mostViolations) {
        entry = { violation, reports: 0, lastAt: now() }
        listed.set(key, entry)
        onFirst?.(violation)
      }
      entry.reports += 1
      entry.lastAt = now()
      return 0
    },
    read() {
      const rows = [...listed.values()].sort((one, other) => other.reports - one.reports)
      return [...rows, ...(others.reports > 0 ? [others] : [])].map((row) => ({ ...row }))
    },
  }
}

const rules: ReadonlySet<string> = new Set([
  'base-uri',
  'child-src',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'worker-src',
])

/** Words of browsers in place of an address. */
const words: ReadonlySet<string> = new Set(['inline', 'eval', 'wasm-eval', 'data', 'blob'])

const body = z.object({
  'csp-report': z.object({
    'document-uri': z.string(),
    'blocked-uri': z.string().default(''),
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
  }),
})

/** Null: no report, or none about a page of `appUrl`. */
export function readPolicyReport(text: string, appUrl: string): PolicyViolation | null {
  const parsed = body.safeParse(parseJson(text))
  if (!parsed.success) return null
  const report = parsed.data['csp-report']
  if (originOf(report['document-uri']) !== appUrl) return null
  // Older browsers name the rule with its values.
  const [rule = ''] = (report['effective-directive'] ?? report['violated-directive'] ?? '').split(
    ' ',
  )
  if (!rules.has(rule)) return null
  return { rule, source: sourceOf(report['blocked-uri']) }
}

function sourceOf(blocked: string): string {
  const [word = ''] = blocked.split(':')
  if (words.has(word)) return word
  if (/^[a-z]+(-[a-z]+)*-extension$/.test(word)) return 'a browser extension'
  return originOf(blocked) ?? 'unknown'
}

/** Longer names aren’t shown: a name can contain anything. */
const maxOriginLength = 100

const socket = /^ws(?=s?:)/i

function originOf(address: string): string | null {
  const url = parseWebAddress(address.replace(socket, 'http'), { max: maxOpenedAddress })
  if (!url) return null
  const origin = socket.test(address) ? url.origin.replace('http', 'ws') : url.origin
  return origin.length > maxOriginLength ? null : origin
}
