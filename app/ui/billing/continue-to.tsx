import { useHost } from '#app/browser/host.ts'
import { Banner } from '../kit/banner.tsx'
import { useEachAnswer } from '../forms/each-answer.ts'

/**
 * Leads to a provider's page, in place of the whole tab. Without a script there is the link, because
 * browsers don't let a form lead to another website.
 */
export function ContinueTo({ url }: { url: string }) {
  const { openTop } = useHost()
  useEachAnswer(url, openTop)
  return (
    <Banner tone="info">
      The next step is a page of the payment provider.{' '}
      <a className="text-link" href={url} target="_top">
        Continue to {new URL(url).host}
      </a>
    </Banner>
  )
}
