/** Form that asks for the password and downloads the file. */
import { useHydrated } from 'remix-utils/use-hydrated'
import { productName } from '#app/lib/product.ts'
import { useHost } from '#app/browser/host.ts'
import { saveFile } from '#app/ui/links/download-link.tsx'
import { ConfirmingPassword } from '#app/ui/forms/confirming-password.tsx'
import { useFormFetcher } from '#app/ui/forms/form-fetcher.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import type { ExportResponse } from './export.ts'

export function ExportSection() {
  const { toast } = useHost()
  const { Form, ref, answer, isBusy } = useFormFetcher(({ file }: ExportResponse) => {
    saveFile(
      new Blob([file], { type: 'application/json' }),
      `${productName.toLowerCase()}-account.json`,
    )
    toast('success', 'Your download is ready')
  })

  return (
    <Panel>
      <h2 className="part-title">Your data</h2>
      <p className="part-lead">
        Download everything we store about you: account, sessions, organizations, your actions in
        them and support requests. Passwords and other secrets aren’t included.
      </p>
      <Form ref={ref} method="post" action="/account/export" className="form" noValidate>
        <FormMessage answer={answer} />
        <ConfirmingPassword name="exportPassword" answer={answer} />
        {/* Without a script the browser would show the file instead of saving it. */}
        <Button submit disabled={!useHydrated()} loading={isBusy}>
          Download my data
        </Button>
      </Form>
    </Panel>
  )
}
