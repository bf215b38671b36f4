/** Opens the owner's page to point at a form, and waits for what it sends back. */
import { useFetcher, useSearchParams } from '@remix-run/react'
import { useState } from 'react'
import { useOpenedTab } from '#app/browser/opened-tab.ts'
import type { FormState } from '#app/domain/serving/preview-form.server.ts'
import type { PlaceLink } from '#app/domain/serving/preview-place.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { useEachAnswer } from '#app/ui/forms/each-answer.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { TextField } from '#app/ui/kit/text-field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { usePolling } from '#app/ui/polling.ts'

type PointAtFormProps = {
  host: string
  /** State of the link in the address. Null: none was created. */
  pointing: FormState | null
}

export function PointAtForm({ host, pointing }: PointAtFormProps) {
  const fetcher = useFetcher<PlaceLink | FormResponse>()
  const [, setQuery] = useSearchParams()
  const [page, setPage] = useState('')
  const [blocked, setBlocked] = useState<PlaceLink | null>(null)
  const [error, setError] = useState<string | null>(null)
  const tab = useOpenedTab()
  const wait = ({ id }: PlaceLink) => {
    setBlocked(null)
    setQuery({ link: id }, { replace: true, preventScrollReset: true })
  }

  useEachAnswer(fetcher.data, (answer) => {
    if (!('link' in answer)) {
      tab.close()
      setError(answer.errors['page']?.[0] ?? answer.errors['']?.[0] ?? 'Something went wrong')
    } else if (tab.lead(answer.link)) wait(answer)
    else setBlocked(answer)
  })

  return (
    <Panel>
      <h2 className="part-title">Point at a form</h2>
      <p className="part-lead">
        Opens your site in a new tab, where you select the form. Only you see it, and nothing that
        is typed there is read.
      </p>
      <TextField
        label="Page to open"
        autoComplete="off"
        placeholder="/contact"
        value={page}
        onChange={setPage}
        error={error ?? false}
        helpText={`A path on ${host}. Leave blank for your most visited page.`}
      />
      <p className="mt-16">
        <Button
          variant="primary"
          loading={fetcher.state !== 'idle'}
          onClick={() => {
            setError(null)
            tab.open()
            fetcher.submit({ intent: 'point', page }, { method: 'post' })
          }}
        >
          Point at a form
        </Button>
      </p>
      <div role="status" className="part-lead">
        {blocked !== null && (
          <>
            Your browser blocked the new tab.{' '}
            <a
              className="text-link"
              href={blocked.link}
              target="_blank"
              rel="noopener noreferrer"
              onClick={() => {
                wait(blocked)
              }}
            >
              Open {host}
            </a>
          </>
        )}
        {blocked === null && pointing !== null && <Outcome {...pointing} />}
      </div>
    </Panel>
  )
}

function Outcome({ isOpen, form }: FormState) {
  if (form !== null) return `“${form.name}” on ${form.page} chosen. Review it below, then add it.`
  return (
    <>
      {isOpen
        ? 'Your page is open. Select the form there, and it appears here.'
        : 'Opening your page. If nothing happens there, check your installation under Pixel.'}
      <Waiting />
    </>
  )
}

function Waiting() {
  usePolling(1_500)
  return null
}
