import { useState, type FormEvent } from 'react'
import { isLink } from '#app/domain/announcements/announcement.ts'
import { AnnouncementText } from '#app/ui/links/announcement-link.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { ReasonInput } from './acts/reason-input.tsx'
import { planNames, shellNames } from './announcement-input.ts'

const everyone = { label: 'Everyone', value: '' }

/** A new announcement, and beside it what the bell will show. */
export function AnnouncementForm({ now }: { now: Date }) {
  const [draft, setDraft] = useState(blank)
  const read = ({ currentTarget }: FormEvent<HTMLDivElement>) => {
    const form = currentTarget.querySelector('form')
    if (form) setDraft(readDraft(form))
  }
  return (
    <>
      <Panel>
        {/* A listener of React: one of the browser’s own would draw the fields with their old values first. */}
        <div onInput={read}>
          <h2 className="part-title">New announcement</h2>
          <ActionForm
            hidden={{ intent: 'publish' }}
            action="Publish"
            tone="primary"
            clears
            onDone={() => {
              setDraft(blank)
            }}
          >
            {(answer) => (
              <>
                <TextInput
                  name="body"
                  label="Message"
                  autoComplete="off"
                  lines={3}
                  answer={answer}
                />
                <TextInput
                  name="actionText"
                  label="Link text (optional)"
                  autoComplete="off"
                  answer={answer}
                />
                <TextInput
                  name="actionUrl"
                  label="Link URL (optional)"
                  helpText="Like https://shop.com, or a path like /goals."
                  autoComplete="off"
                  answer={answer}
                />
                <SelectInput
                  name="shell"
                  label="Shown"
                  initial=""
                  options={[
                    { label: 'On the web and in Shopify’s admin', value: '' },
                    ...Object.entries(shellNames).map(([value, label]) => ({ value, label })),
                  ]}
                  answer={answer}
                />
                <SelectInput
                  name="plan"
                  label="Plan"
                  initial=""
                  options={[everyone, ...planNames.map((name) => ({ label: name, value: name }))]}
                  answer={answer}
                />
                <TextInput
                  name="publishAt"
                  label="Publish at (UTC, optional)"
                  placeholder="2026-12-01 09:00"
                  helpText="Leave blank to publish now."
                  autoComplete="off"
                  answer={answer}
                />
                <ReasonInput helpText="For the audit log. Only staff see it." answer={answer} />
              </>
            )}
          </ActionForm>
        </div>
      </Panel>
      <Panel>
        <section aria-label="Preview">
          <h2 className="part-title">Preview</h2>
          {draft.body === '' ? (
            <p className="part-lead">Enter a message to see it as people will.</p>
          ) : (
            <div>
              <AnnouncementText
                body={draft.body}
                action={
                  draft.text !== '' && draft.url !== ''
                    ? { text: draft.text, url: draft.url }
                    : null
                }
                createdAt={now}
                now={now}
              />
            </div>
          )}
        </section>
      </Panel>
    </>
  )
}

const blank = { body: '', text: '', url: '' }

/**
 * The content of the form's fields. Addresses that the server refuses become no link here either.
 */
function readDraft(form: HTMLFormElement) {
  const fields = new FormData(form)
  const of = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const url = of('actionUrl')
  return { body: of('body'), text: of('actionText'), url: isLink(url) ? url : '' }
}
