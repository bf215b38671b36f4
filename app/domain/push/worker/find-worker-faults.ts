/** Evaluates the file of a shop's service worker as a browser would. */
import { allowsAddress } from '#app/domain/sites/page-policy.ts'
import { pushPaths } from '#app/contract/push.ts'
import { workerScope } from './worker-place.ts'

/** Why push messages don't work with this file. */
export type WorkerFault =
  | 'insecure'
  | 'unreachable'
  | 'slow'
  | 'missing'
  | 'status'
  | 'large'
  | 'redirect'
  | 'type'
  | 'no-import'
  | 'other-server'
  | 'scope'
  | 'script-policy'
  | 'connect-policy'

export type WorkerResponse = {
  /** URL after redirects. */
  address: string
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  text: string
}

type Wanted = {
  /** URL of the file. */
  asked: string
  /** Ours. */
  appUrl: string
  /** The shop's pages register it, for all pages. */
  isShared: boolean
}

/** https://mimesniff.spec.whatwg.org/#javascript-mime-type */
const scriptTypes =
  /^(?:(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))$/i

/** The faults of a file that was answered with status 200. */
export function findWorkerFaults(
  { address, headers, text }: WorkerResponse,
  { asked, appUrl, isShared }: Wanted,
): WorkerFault[] {
  // The rest would be about another file.
  if (address !== asked) return ['redirect']
  const type = single(headers['content-type']).split(';')[0]?.trim() ?? ''
  if (!scriptTypes.test(type)) return ['type']
  const policies = [headers['content-security-policy'] ?? []].flat()
  const page = { address, pixelOrigin: new URL(appUrl).origin }
  const { pathname } = new URL(asked)
  const allowed = single(headers['service-worker-allowed']) || folderOf(pathname)
  const scope = isShared ? '/' : workerScope(pathname)
  const isAllowed = (names: readonly string[], path: string) =>
    allowsAddress(policies, { names, path, page })
  const faults: (WorkerFault | false)[] = [
    findImport(text, appUrl),
    !scope.startsWith(new URL(allowed, asked).pathname) && 'scope',
    !isAllowed(['script-src-elem', 'script-src', 'default-src'], pushPaths.worker) &&
      'script-policy',
    !isAllowed(['connect-src', 'default-src'], pushPaths.reports('site')) && 'connect-policy',
  ]
  return faults.filter((fault) => fault !== false)
}

const single = (value: string | readonly string[] | undefined) => [value ?? ''].flat()[0] ?? ''

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

/** The import of our script, in a line that isn't commented out. */
function findImport(text: string, appUrl: string): WorkerFault | false {
  const lines = withoutBlocks(text)
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('//'))
  const imported = lines.filter((line) => line.includes(pushPaths.worker)).join('\n')
  if (imported === '') return 'no-import'
  return imported.includes(`${appUrl}${pushPaths.worker}`) ? false : 'other-server'
}

/** The text without its block comments. */
function withoutBlocks(text: string): string {
  const [first = '', ...others] = text.split('/*')
  return first + others.map((part) => part.split('*/').slice(1).join('*/')).join('')
}

const sentences: Readonly<Record<WorkerFault, string>> = {
  insecure:
    'Your site’s URL starts with http://. Browsers need https:// for push messages. Change the URL in the site settings once your site has it.',
  unreachable: 'Your site didn’t answer. Check that it’s online, and try again.',
  slow: 'Your site took too long to answer. Try again in a moment.',
  missing: 'There’s no file at this path. Upload it, or enter the path where it is.',
  status: 'Your site answers with an error at this path. Check that everyone can open the file.',
  large: 'The file is larger than 1 MB. Check that the path leads to the worker file.',
  redirect:
    'The path redirects to another URL, which browsers don’t allow here. Enter the final path, or remove the redirect.',
  type: 'The file isn’t sent as JavaScript. Set its content type to text/javascript. If your site answers with a page, the file isn’t there.',
  'no-import': 'The file doesn’t contain our line. Add it at the top of the file.',
  'other-server': 'The file’s line is for another server. Replace it with the line below.',
  scope:
    'The file is in a folder, so browsers don’t use it for all of your pages. Move it to the top of your site, or send the header Service-Worker-Allowed: /.',
  'script-policy':
    'The file’s Content-Security-Policy blocks our script. Add our address to script-src, or send the file without a policy.',
  'connect-policy':
    'The file’s Content-Security-Policy blocks reports to us. Add our address to connect-src, or send the file without a policy.',
}

/** Names the fault and its fix. */
export const describeWorkerFault = (fault: WorkerFault): string => sentences[fault]
