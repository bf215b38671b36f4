/** Requirements of push nudges on a site. Safe in the browser. */

export type PushNeed = {
  name: string
  isMet: boolean
  /** How it is met, or what to do. */
  sentence: string
  /** Where to do it. */
  to?: string
}

type NeedsOf = {
  siteUrl: string
  siteUuid: string
  /** Browsers run service workers there. */
  isSecure: boolean
  pixelSeenAt: Date | null
}

export const pushNeeds = ({ siteUrl, siteUuid, isSecure, pixelSeenAt }: NeedsOf): PushNeed[] => [
  isSecure
    ? { name: 'Secure site', isMet: true, sentence: `Browsers allow push messages on ${siteUrl}.` }
    : {
        name: 'Secure site',
        isMet: false,
        sentence:
          'Browsers allow push messages on https:// only. Change your site’s URL once it has that.',
        to: '/site-settings',
      },
  pixelSeenAt === null
    ? {
        name: 'Pixel',
        isMet: false,
        sentence: 'Install the pixel. It shows the prompt on your pages.',
        to: `/pixel/${siteUuid}`,
      }
    : { name: 'Pixel', isMet: true, sentence: 'The pixel runs on your site.' },
]
