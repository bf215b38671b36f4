/** Describes the result of a check: what was found, and how to fix what wasn't. */
import type { PageIssue, PixelCheck } from '#app/domain/sites/verify-pixel.server.ts'
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
  address: 'Its name leads to no address on the public internet. Is the site’s address right?',
  connection: 'No connection came about. Is the site online, and does it let in unknown visitors?',
  redirects: 'It leads from one address to the next without end.',
  answer:
    'It answers with something else than a page. A password or a protection may stand before it.',
  size: 'The page is larger than 3 MB.',
  time: 'It took longer than 12 seconds.',
}

function pageStep({ page, asked, answered, status }: PixelCheck): VerifyStep {
  if (page === 'answers') {
    const place =
      answered === null || answered === asked ? asked : `${asked}, led on to ${answered},`
    return { state: 'good', title: 'The page answers', detail: `${place} answered.` }
  }
  const code = status === null || status === 200 ? '' : ` (status ${String(status)})`
  return {
    state: 'bad',
    title: 'The page does not answer',
    detail: `${asked}${code}: ${faults[page]}`,
  }
}

const unseen: VerifyStep['detail'] = 'Not looked at: the step before has to work first.'

function scriptStep({ script }: PixelCheck, { appUrl, state }: About): VerifyStep {
  switch (script) {
    case 'found':
      return {
        state: 'good',
        title: 'The code is in the page',
        detail: 'Its script element is there.',
      }
    case 'commented-out':
      return {
        state: 'bad',
        title: 'The code does nothing',
        detail: 'It stands inside of a comment, between <!-- and -->. Take it out of there.',
      }
    case 'other-server':
      return {
        state: 'bad',
        title: 'The code loads from elsewhere',
        detail: `The page loads a pixel that is not from ${appUrl}. Paste the code of this screen instead.`,
      }
    case 'missing':
      return {
        state: state === 'seen' ? 'open' : 'bad',
        title: 'The code is not in the page',
        detail:
          state === 'seen'
            ? 'It does not stand in the text of the page, and yet the pixel reports: a tag manager or an app adds it.'
            : 'Paste it and publish the page. A cache may still show the old page; what a tag manager adds can’t be seen here.',
      }
    case null:
      return { state: 'open', title: 'The code in the page', detail: unseen }
  }
}

function uuidStep({ uuid }: PixelCheck): VerifyStep {
  switch (uuid) {
    case 'right':
      return {
        state: 'good',
        title: 'It names this site',
        detail: 'The attribute data-site is right.',
      }
    case 'other':
      return {
        state: 'bad',
        title: 'It names another site',
        detail: 'The attribute data-site is not this site’s. Copy the code of this screen.',
      }
    case 'missing':
      return {
        state: 'bad',
        title: 'It names no site',
        detail:
          'The attribute data-site is gone: some tag managers drop it. Use the code for tag managers.',
      }
    case null:
      return { state: 'open', title: 'Which site it names', detail: unseen }
  }
}

function policyStep({ policy }: PixelCheck, { appUrl }: About): VerifyStep {
  if (policy === null) return { state: 'open', title: 'The page’s policy', detail: unseen }
  if (policy === 'none') {
    return {
      state: 'good',
      title: 'Nothing forbids it',
      detail: 'The page has no Content Security Policy.',
    }
  }
  if (policy === 'allows') {
    return {
      state: 'good',
      title: 'The policy allows it',
      detail: 'The page’s Content Security Policy lets the pixel run and report.',
    }
  }
  return {
    state: 'bad',
    title: 'The policy forbids it',
    detail: `Add ${appUrl} to ${policy.join(' and ')} of the page’s Content Security Policy.`,
  }
}

function reportStep({ state, siteHost }: About): VerifyStep {
  switch (state) {
    case 'seen':
      return {
        state: 'good',
        title: 'The pixel reports',
        detail: `Pages of ${siteHost} reported within the last 24 hours.`,
      }
    case 'silent':
      return {
        state: 'bad',
        title: 'The pixel is silent',
        detail: `No page of ${siteHost} reported for more than 24 hours. Open one in your browser and look here again.`,
      }
    case 'elsewhere':
      return {
        state: 'bad',
        title: 'The pixel reports from another host',
        detail: `Not from ${siteHost}. What other hosts report counts for nothing: see the hosts below.`,
      }
    case 'never':
      return {
        state: 'open',
        title: 'The pixel has not reported yet',
        detail: `Open a page of ${siteHost} in your browser, without a blocker of scripts.`,
      }
  }
}
