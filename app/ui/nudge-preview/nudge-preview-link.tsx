/** Opens the owner's own page in a tab that isn't counted. */
import { useFetcher } from '@remix-run/react'
import { useRef, useState } from 'react'
import { useOpenedTab } from '#app/browser/opened-tab.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { Button } from '../kit/button.tsx'
import { useEachAnswer } from '../forms/each-answer.ts'
import { useFaultToast } from '../forms/preserve-form.ts'

/** Content of the tab: drafts, published nudges, or a test of a goal. Also the form's intent. */
type TabKind = 'preview' | 'visit' | 'test'

const oneTab = 'The link works for 15 minutes, in one tab.'

const words: Record<TabKind, { create: string; open: string; note: string }> = {
  preview: {
    create: 'Preview on your site',
    open: 'Open preview on',
    note: `${oneTab} Only you can see the preview, and it doesn’t count toward your statistics.`,
  },
  visit: {
    create: 'Open your shop',
    open: 'Open',
    note: `${oneTab} It always shows your nudges, even if you’re in the holdout group, and nothing you do there is counted.`,
  },
  test: {
    create: 'Test on your site',
    open: 'Open test tab on',
    note: `${oneTab} Reach the goal there: we check that your page reports it, and nothing is counted.`,
  },
}

/** Result of the action for these intents. */
export type MadeLink = { link: string }

type NudgePreviewLinkProps = {
  /** Host of the site. */
  host: string
  /** Route that creates the link. */
  action: string
  kind?: TabKind
}

export function NudgePreviewLink({ host, action, kind = 'preview' }: NudgePreviewLinkProps) {
  const fetcher = useFetcher<MadeLink | FormResponse>()
  const [opened, setOpened] = useState<string | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const tab = useOpenedTab()
  const { data } = fetcher
  const made = data && 'link' in data ? data : undefined
  const link = made === undefined || made.link === opened ? null : made.link
  useFaultToast(data && 'link' in data ? undefined : data)
  useEachAnswer(data, (answer) => {
    if (!('link' in answer)) tab.close()
    else if (tab.lead(answer.link)) setOpened(answer.link)
    else place.current?.querySelector('a')?.focus()
  })

  return (
    <div ref={place}>
      {link === null ? (
        <fetcher.Form method="post" action={action} onSubmit={tab.open}>
          <input type="hidden" name="intent" value={kind} />
          <Button submit loading={fetcher.state !== 'idle'}>
            {words[kind].create}
          </Button>
        </fetcher.Form>
      ) : (
        <Button
          url={link}
          external
          onClick={() => {
            setOpened(link)
          }}
        >
          {words[kind].open} {host}
        </Button>
      )}
      <p className="nudge-preview-link__note muted prose" role="status">
        {link !== null && 'Your browser blocked the new tab. '}
        {made && words[kind].note}
      </p>
    </div>
  )
}
