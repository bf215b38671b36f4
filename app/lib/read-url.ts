/**
 * Parses a URL that may be none. `URL.canParse` isn't used anywhere: once it's compiled, after some four
 * thousand calls, Node 20 and 22 refuse every URL that has letters beyond ASCII (found on 20.20; described in
 * AikidoSec/firewall-node, pull request 1086). Safe in the browser.
 *
 * @returns null when it's none
 */
export function readUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
