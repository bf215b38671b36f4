/** Security headers of every response, and the check of every write. */
import type { ServerResponse } from 'node:http'
import { isBearerCall } from '#app/auth/cookie.server.ts'

type Exposure = {
  isHttps: boolean
  isDevelopment?: boolean
  /** The pages that may frame the answer, as the policy names them. */
  frameAncestors: string
  /** Origins of scripts that run in addition to ours. */
  scripts?: readonly string[]
  /** Origins that these scripts send to. */
  connections?: readonly string[]
  /** A payment service whose fields are on our screens. */
  payments?: Payments | undefined
  /** Path that browsers send reports to, while most of the policy only reports; null: all of it blocks. */
  reportTo?: string | null
}

type Payments = Record<'scripts' | 'frames' | 'connections' | 'forms', readonly string[]>

const noPayments: Payments = { scripts: [], frames: [], connections: [], forms: [] }

/** Only the platform's own pages may frame us, and only our own scripts run. */
export function securityHeaders(nonce: string, exposure: Exposure): Record<string, string> {
  const { isHttps, isDevelopment = false, frameAncestors, reportTo = null } = exposure
  const { scripts = [], connections = [], payments = noPayments } = exposure
  const sockets = isDevelopment ? ['ws:'] : []
  const policy = [
    "default-src 'none'",
    ['script-src', "'self'", `'nonce-${nonce}'`, ...scripts, ...payments.scripts].join(' '),
    // Vite's development client inserts style elements and keeps a socket open.
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    // Polaris and Radix position elements with style attributes, which can't load or run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    ['connect-src', "'self'", ...sockets, ...connections, ...payments.connections].join(' '),
    ...(payments.frames.length > 0 ? [`frame-src ${payments.frames.join(' ')}`] : []),
    "manifest-src 'self'",
    "base-uri 'none'",
    ['form-action', "'self'", ...payments.forms].join(' '),
    `frame-ancestors ${frameAncestors}`,
  ]
  return {
    ...(reportTo === null ? enforced(policy) : onTrial(policy, reportTo)),
    'X-Content-Type-Options': 'nosniff',
    // It knows no list of pages: in a frame, the policy alone decides.
    ...(frameAncestors === "'none'" ? { 'X-Frame-Options': 'DENY' } : {}),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    ...(isHttps ? { [transportHeader]: transportPolicy } : {}),
  }
}

/** Browsers that saw it open this host by https alone, for two years. */
export const transportHeader = 'Strict-Transport-Security'
export const transportPolicy = 'max-age=63072000; includeSubDomains'

/** For answers without a page, which loads nothing and has no frame. Pages replace both. */
export function protectPlainAnswer(response: ServerResponse): void {
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
}

const enforced = (policy: readonly string[]) => ({ 'Content-Security-Policy': policy.join('; ') })

/** Blocked in any case: what runs, what a form sends away, and who frames us. */
const notOnTrial = ['script-src', 'base-uri', 'form-action', 'frame-ancestors']

const onTrial = (policy: readonly string[], reportTo: string) => ({
  'Content-Security-Policy': [
    ...policy.filter((rule) => notOnTrial.some((name) => rule.startsWith(`${name} `))),
    // The rule for everything else isn't here.
    "object-src 'none'",
  ].join('; '),
  'Content-Security-Policy-Report-Only': [...policy, `report-uri ${reportTo}`].join('; '),
})

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * True for a write that a page of another origin sent: a cookie alone must not authorize it
 * (docs/threats.md T12). Browsers always send the origin of such a request. A call with a Bearer
 * token doesn't rely on the cookie.
 *
 * @param isByToken the platform reads no cookie, and the request has a token
 */
export function isForeignWrite(
  request: Request,
  { appUrl, isByToken = false }: { appUrl: string; isByToken?: boolean },
): boolean {
  if (readMethods.has(request.method) || isByToken || isBearerCall(request)) return false
  // Read directly, because remix-utils 7.7.0 reads a wrong header name.
  const site = request.headers.get('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') return true
  const origin = request.headers.get('origin')
  return origin !== null && origin !== appUrl && origin !== new URL(request.url).origin
}
