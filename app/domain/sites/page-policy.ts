/**
 * Evaluates a Content Security Policy for the pixel: whether its script can run and can call us.
 * CSP Level 3, https://www.w3.org/TR/CSP3/.
 */

type Policy = ReadonlyMap<string, readonly string[]>

export type PolicyIssue = 'script-src' | 'connect-src'

type Page = {
  /** URL of the page. */
  address: string
  /** Origin that the pixel is loaded from. */
  pixelOrigin: string
  /** Nonce of the pixel's script element. */
  nonce: string | null
}

/**
 * Finds what the page's policies block. If there are several, each of them has to allow it.
 *
 * @param policies values of headers and `meta` elements
 */
export function findPolicyIssues(policies: readonly string[], page: Page): PolicyIssue[] {
  const read = policies.flatMap((text) => text.split(',')).map(readPolicy)
  const isScriptKept = read.some((policy) => !allowsScript(policy, page))
  const isCallKept = read.some((policy) => {
    const sources = sourcesOf(policy, ['connect-src', 'default-src'])
    return sources !== null && !sources.some((source) => fits(source, page))
  })
  return [
    ...(isScriptKept ? (['script-src'] as const) : []),
    ...(isCallKept ? (['connect-src'] as const) : []),
  ]
}

/** If a directive is repeated, the first one counts. */
function readPolicy(text: string): Policy {
  const policy = new Map<string, readonly string[]>()
  for (const directive of text.split(';')) {
    const [name, ...sources] = directive.trim().split(/\s+/)
    const key = name?.toLowerCase() ?? ''
    if (key !== '' && !policy.has(key)) policy.set(key, sources)
  }
  return policy
}

function allowsScript(policy: Policy, page: Page): boolean {
  const sources = sourcesOf(policy, ['script-src-elem', 'script-src', 'default-src'])
  if (sources === null) return true
  if (page.nonce !== null && sources.includes(`'nonce-${page.nonce}'`)) return true
  // With 'strict-dynamic' only nonces, hashes and scripts added by trusted scripts count.
  if (sources.includes("'strict-dynamic'")) return false
  return sources.some((source) => fits(source, page))
}

/** Null: everything is allowed. */
function sourcesOf(policy: Policy, names: readonly string[]): readonly string[] | null {
  for (const name of names) {
    const sources = policy.get(name)
    if (sources) return sources
  }
  return null
}

function fits(source: string, { address, pixelOrigin }: Page): boolean {
  const pixel = new URL(pixelOrigin)
  const text = source.toLowerCase()
  if (text === '*') return true
  if (text === "'self'") return new URL(address).origin === pixel.origin
  if (/^[a-z][a-z0-9+.-]*:$/.test(text)) return isScheme(text, pixel.protocol)

  const [, scheme, host, port] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^/:]+|\[[^\]]+\])(?::(\d+|\*))?(?:\/.*)?$/.exec(text) ?? []
  if (host === undefined) return false
  const wanted = scheme ?? new URL(address).protocol
  return isScheme(wanted, pixel.protocol) && isHost(host, pixel.hostname) && isPort(port, pixel)
}

/** Allowing http implies https. */
const isScheme = (allowed: string, wanted: string) =>
  allowed === wanted || (allowed === 'http:' && wanted === 'https:')

const isHost = (allowed: string, wanted: string) =>
  allowed === '*' ||
  (allowed.startsWith('*.') ? wanted.endsWith(allowed.slice(1)) : allowed === wanted)

const isPort = (allowed: string | undefined, { port }: URL) =>
  allowed === '*' ||
  (allowed ?? '') === port ||
  ((allowed === '443' || allowed === '80') && port === '')
