/** Headers and refusals that every answer and every write passes through. T11, T12, T43 (security.md). */

/** No other page may frame us, and only our own scripts run. */
export function securityHeaders(
  nonce: string,
  { isHttps, isDevelopment = false }: { isHttps: boolean; isDevelopment?: boolean },
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Vite's development client puts style elements into the page and keeps a socket open.
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    // Polaris and Radix place elements by style attributes; these can't load or run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    isDevelopment ? "connect-src 'self' ws:" : "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    ...(isHttps ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * True for a write that a page of another origin sent: a cookie alone must not authorise it. A
 * browser always names the origin of such a request; programs with a Bearer token send none.
 */
export function isForeignWrite(request: Request, appUrl: string): boolean {
  if (readMethods.has(request.method)) return false
  // Read by hand: remix-utils 7.7.0 asks for the header by a wrong name.
  const site = request.headers.get('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') return true
  const origin = request.headers.get('origin')
  return origin !== null && origin !== appUrl && origin !== new URL(request.url).origin
}
