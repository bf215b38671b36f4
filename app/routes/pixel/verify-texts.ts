/** Describes the result of a check: what was found, and how to fix what wasn't. */
import type { PageIssue } from '#app/lib/web/load-page.server.ts'
import { trustedTypesName, type PolicyIssue } from '#app/domain/sites/page-policy.ts'
import type { PixelCheck } from '#app/domain/sites/verify-pixel.server.ts'
import type { PixelState } from '#app/domain/sites/pixel-state.ts'

export type VerifyStep = { state: 'good' | 'bad' | 'open'; title: string; detail: string }

type About = { appUrl: string; state: PixelState; siteHost: string }

/** All steps; each one needs those before it. */
export function verifySteps(verified: PixelCheck, about: About): VerifyStep[] {
  return [
    pageStep(verified),
    scriptStep(verified, about),
    uuidStep(verified),
    policyStep(verified, about),
    reportStep(about),
  ]
}

const faults: Record<PageIssue, string> = {
  address: 'This domain can’t be reached on the public internet. Check your site’s URL.',
  connection: 'We couldn’t connect. Is the site online, and open to the public?',
  redirects: 'It redirects in a loop.',
  answer: 'The response isn’t a web page. It may be behind a password or bot protection.',
  size: 'The page is larger than 3 MB.',
  time: 'It took longer than 12 seconds.',
}

function pageStep({ page, asked, answered, status }: PixelCheck): VerifyStep {
  if (page === 'answers') {
    const detail =
      answered === null || answered === asked
        ? `${asked} responded.`
        : `${asked} redirected to ${answered}, which responded.`
    return { state: 'good', title: 'Page loads', detail }
  }
  const code = status === null || status === 200 ? '' : ` (status ${String(status)})`
  return {
    state: 'bad',
    title: 'Page doesn’t load',
    detail: `${asked}${code}: ${faults[page]}`,
  }
}

const unseen: VerifyStep['detail'] = 'Not checked, because the previous check failed.'

function scriptStep({ script }: PixelCheck, { appUrl, state }: About): VerifyStep {
  switch (script) {
    case 'found':
      return {
        state: 'good',
        title: 'Code found',
        detail: 'The script tag is on the page.',
      }
    case 'commented-out':
      return {
        state: 'bad',
        title: 'Code is commented out',
        detail: 'It’s inside an HTML comment (<!-- … -->). Move it out of the comment.',
      }
    case 'own-host':
      return {
        state: 'bad',
        title: 'Loaded from your own host',
        detail: `The page loads a copy of the pixel from your domain, which does nothing. Exclude it from plugins that combine, cache or delay scripts, so that it loads from ${appUrl}.`,
      }
    case 'other-server':
      return {
        state: 'bad',
        title: 'Wrong script source',
        detail: `The page loads a pixel from somewhere other than ${appUrl}. Replace it with the code on this page.`,
      }
    case 'missing':
      return {
        state: state === 'seen' ? 'open' : 'bad',
        title: 'Code not found',
        detail:
          state === 'seen'
            ? 'The code isn’t in the page source, but the pixel is sending data, so a tag manager or app must be adding it.'
            : 'Add the code and publish the page. If you just did, a cache may still serve the old version. We can’t see code added by tag managers.',
      }
    case null:
      return { state: 'open', title: 'Code on the page', detail: unseen }
  }
}

function uuidStep({ uuid }: PixelCheck): VerifyStep {
  switch (uuid) {
    case 'right':
      return {
        state: 'good',
        title: 'Correct site ID',
        detail: 'The data-site attribute matches this site.',
      }
    case 'other':
      return {
        state: 'bad',
        title: 'Wrong site ID',
        detail:
          'The data-site attribute belongs to another site. Copy the code from this page again.',
      }
    case 'missing':
      return {
        state: 'bad',
        title: 'Missing site ID',
        detail:
          'The data-site attribute is missing. Some tag managers strip it, so use the code for tag managers.',
      }
    case null:
      return { state: 'open', title: 'Site ID', detail: unseen }
  }
}

function policyStep({ policy }: PixelCheck, { appUrl }: About): VerifyStep {
  if (policy === null) return { state: 'open', title: 'Content Security Policy', detail: unseen }
  if (policy === 'none') {
    return {
      state: 'good',
      title: 'No policy in the way',
      detail: 'The page has no Content Security Policy.',
    }
  }
  if (policy === 'allows') {
    return {
      state: 'good',
      title: 'The policy allows it',
      detail: 'Your Content Security Policy allows the pixel.',
    }
  }
  const blocked = policy.filter((issue) => issue !== 'img-src')
  if (blocked.length === 0) {
    return {
      state: 'open',
      title: 'Your policy blocks images from product pages',
      detail: imageFix(appUrl),
    }
  }
  const sources = policy.filter((issue) => issue === 'script-src' || issue === 'connect-src')
  const isOpen = blocked.every((issue) => issue === 'trusted-types-default')
  return {
    state: isOpen ? 'open' : 'bad',
    title: isOpen ? 'Your policy may block it' : 'Blocked by your policy',
    detail: [
      ...(sources.length > 0
        ? [`Add ${appUrl} to ${sources.join(' and ')} in your Content Security Policy.`]
        : []),
      ...policy.flatMap((issue) => policyFixes[issue] ?? []),
      ...(policy.includes('img-src') ? [imageFix(appUrl)] : []),
    ].join(' '),
  }
}

const imageFix = (appUrl: string) =>
  `If an order has no image, its nudge can’t show the one from your product page: add ${appUrl} to img-src. Until then, it shows an initial or a drawing.`

const policyFixes: Partial<Record<PolicyIssue, string>> = {
  sandbox: 'Add allow-scripts and allow-same-origin to sandbox.',
  'trusted-types': `Add ${trustedTypesName} to trusted-types, or nudges can’t show.`,
  'trusted-types-default': `Nudges show only if your default Trusted Types policy allows our scripts, which we can’t see. To be sure, add ${trustedTypesName} to trusted-types.`,
}

function reportStep({ state, siteHost }: About): VerifyStep {
  switch (state) {
    case 'seen':
      return {
        state: 'good',
        title: 'Pixel is active',
        detail: `We received data from ${siteHost} in the last 24 hours.`,
      }
    case 'silent':
      return {
        state: 'bad',
        title: 'No recent data',
        detail: `We haven’t received data from ${siteHost} for more than 24 hours. Open a page in your browser, then check again.`,
      }
    case 'elsewhere':
      return {
        state: 'bad',
        title: 'Data comes from another domain',
        detail: `Nothing from ${siteHost}. Data from other domains isn’t counted. See the domains listed on this page.`,
      }
    case 'never':
      return {
        state: 'open',
        title: 'No data yet',
        detail: `Open a page on ${siteHost} in your browser with ad and script blockers turned off.`,
      }
  }
}
