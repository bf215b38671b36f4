import { Link, useFetcher } from '@remix-run/react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { productName } from '#app/lib/product.ts'
import { Banner } from './kit/banner.tsx'
import { Button } from './kit/button.tsx'

type UnverifiedNoticeProps = {
  email: string
  /** A product without an email server stores its emails for staff. */
  mails: 'sent' | 'kept' | 'kept-for-you'
}

/** Reminder to verify the email address, with a button to send the link again. */
export function UnverifiedNotice({ email, mails }: UnverifiedNoticeProps) {
  const { Form, data, state } = useFetcher<FormResponse | { isSent: true }>()
  const isSent = data !== undefined && 'isSent' in data
  const refusal = data !== undefined && 'errors' in data ? data.message : null

  return (
    <div className="mb-20" role="status">
      <Banner tone={isSent ? 'success' : 'warning'}>
        {isSent ? (
          <p>
            We’ve sent a new link to {email}. <KeptMails mails={mails} />
          </p>
        ) : (
          <Form method="post" action="/auth/verify" className="row gap-8 break-anywhere">
            <p>
              {refusal ?? `Confirm your email address. We sent a link to ${email}.`}{' '}
              <KeptMails mails={mails} />
            </p>
            <input type="hidden" name="intent" value="send" />
            <Button submit variant="plain" loading={state !== 'idle'}>
              Resend link
            </Button>
          </Form>
        )}
      </Banner>
    </div>
  )
}

/** For people whose shop system names no address of theirs. */
export function MissingAddressNotice() {
  return (
    <div className="mb-20" role="status">
      <Banner action={{ content: 'Add email', url: '/account/general' }}>
        <p>Add your email address to invite members and get reports.</p>
      </Banner>
    </div>
  )
}

function KeptMails({ mails }: Pick<UnverifiedNoticeProps, 'mails'>) {
  switch (mails) {
    case 'sent':
      return null
    case 'kept':
      return `This ${productName} server doesn’t send email. Ask its operator to check the outbox.`
    case 'kept-for-you':
      return (
        <>
          This {productName} server doesn’t send email. Find the message in the{' '}
          <Link className="text-link" to="/settings/outbox">
            outbox
          </Link>
          .
        </>
      )
  }
}
