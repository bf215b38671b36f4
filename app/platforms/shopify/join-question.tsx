import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import { useHost } from '#app/browser/host.ts'
import { productName } from '#app/lib/product.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { ButtonGroup } from '#app/ui/kit/button-group.tsx'
import { Button } from '#app/ui/kit/button.tsx'

/** Asks once whether the shop belongs to an account that the person logs in to elsewhere. */
export function JoinQuestion({ email }: { email: string }) {
  const { openTop } = useHost()
  const answer = useFetcher<{ url?: string }>()
  const isSending = answer.state !== 'idle'
  const url = answer.data?.url

  // Logins work at the top only: browsers keep no cookie for a frame.
  useEffect(() => {
    if (url) openTop(url)
  }, [url, openTop])

  const button = (intent: 'connect' | 'decline', label: string) => (
    <answer.Form method="post" action="/shopify/join">
      <input type="hidden" name="intent" value={intent} />
      <Button submit disabled={isSending} variant={intent === 'connect' ? 'secondary' : 'plain'}>
        {label}
      </Button>
    </answer.Form>
  )
  return (
    <div className="mb-20">
      <Banner title={`Do you already use ${productName}?`}>
        <p>
          There’s an account with {email}. Connect it to manage this shop and your other sites with
          one login. You’ll log in to it first.
        </p>
        <ButtonGroup>
          {button('connect', 'Connect account')}
          {button('decline', 'Keep separate')}
        </ButtonGroup>
      </Banner>
    </div>
  )
}
