/** Security headers of every response, and the check of every write. */
import { isBearerCall } from '#app/auth/cookie.server.ts'

type Exposure = {
  isHttps: boolean
  isDevelopment?: boolean
  /** The pages that may frame the answer, as the policy names them. */
  frameAncestors: string
  /** Origins of scripts that run in addition to ours. */
  scripts?: readonly string[]
  /** A payment service whose fields are on our screens. */
  payments?: Payments | undefined
}

type Payments = Record<'scripts' | 'frames' | 'connections' | 'forms', readonly string[]>

const noPayments: Payments = { scripts: [], frames: [], connections: [], forms: [] }

/** Only the platform's own pages may frame us, and only our own scripts run. */
export function securityHeaders(
  nonce: string,
  { isHttps, isDevelopment = false, frameAncestors, scripts = [], payments = noPayments }: Exposure,
): Record<string, string> {
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
    ['connect-src', "'self'", ...sockets, ...payments.connections].join(' '),
    ...(payments.frames.length > 0 ? [`frame-src ${payments.frames.join(' ')}`] : []),
    "manifest-src 'self'",
    "base-uri 'none'",
    ['form-action', "'self'", ...payments.forms].join(' '),
    `frame-ancestors ${frameAncestors}`,
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    // It knows no list of pages: in a frame, the policy alone decides.
    ...(frameAncestors === "'none'" ? { 'X-Frame-Options': 'DENY' } : {}),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    ...(isHttps ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

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
