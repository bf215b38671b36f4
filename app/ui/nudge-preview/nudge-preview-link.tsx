/** Opens drafts on the owner's own page. */
import { useFetcher } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import { useRef, useState } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { useEachAnswer } from '../forms/each-answer.ts'
import { useFaultToast } from '../forms/preserve-form.ts'

/** Result of the action for the intent `preview`. */
export type MadeLink = { link: string }

type NudgePreviewLinkProps = {
  /** Of the site. */
  host: string
  /** Route that creates the link. */
  action: string
}

export function NudgePreviewLink({ host, action }: NudgePreviewLinkProps) {
  const fetcher = useFetcher<MadeLink | FormResponse>()
  const [opened, setOpened] = useState<string | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const { data } = fetcher
  const made = data && 'link' in data ? data : undefined
  const link = made === undefined || made.link === opened ? null : made.link
  useFaultToast(data && 'link' in data ? undefined : data)
  useEachAnswer(made, () => place.current?.querySelector('a')?.focus())

  return (
    <div className="nudge-preview-link" ref={place}>
      {link === null ? (
        <fetcher.Form method="post" action={action}>
          <input type="hidden" name="intent" value="preview" />
          <Button submit loading={fetcher.state !== 'idle'}>
            Preview on your site
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
          Open preview on {host}
        </Button>
      )}
      <p className="nudge-preview-link__note" role="status">
        {link !== null &&
          'The link works for 15 minutes, in one tab. Only you can see the preview, and it doesn’t count toward your statistics.'}
      </p>
    </div>
  )
}
