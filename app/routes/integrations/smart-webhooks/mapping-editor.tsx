import { useActionData, useFetcher } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import type { MappedField, MappedKind } from '#app/presenters/smart-webhooks/words.ts'
import type { MappingValues } from '#app/presenters/smart-webhooks/mapping-values.ts'
import type { SmartWebhookView } from '#app/presenters/smart-webhooks/smart-webhook.server.ts'
import { fieldsOfKind } from '#app/presenters/smart-webhooks/words.ts'
import { Details } from '#app/ui/details.tsx'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { useFormFetcher, type Saved } from '#app/ui/forms/form-fetcher.ts'
import { useUnsavedFields } from '#app/ui/forms/unsaved-fields.ts'
import { Unsaved } from '#app/ui/forms/unsaved.tsx'
import { Button, NativeButton } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { FieldChoice } from './field-choice.tsx'
import { RecordChoices } from './record-choices.tsx'
import { SampleRows } from './sample-rows.tsx'
import { TrialPanel, TrialRecords } from './trial-panel.tsx'
import { isTried, type Tried } from './tried.ts'
import { errorAt, type Editing } from './editing.ts'

export type EditorView = Pick<
  SmartWebhookView,
  'sample' | 'values' | 'suggestion' | 'trial' | 'state'
> & { siteUrl: string; zones: readonly string[]; mayChange: boolean }

/** So many fields are shown even if the sample has no value for them. */
const alwaysShown = 4

/** A pause in typing, after which the draft is tried. */
const pauseMillis = 500

/** The fields, next to the nudge that they make and the sample that it's made from. */
export function MappingEditor({ view }: { view: EditorView }) {
  const { sample, suggestion, mayChange } = view
  const posted = useActionData<FormResponse | Tried | Saved>()
  const postedDraft = posted && 'values' in posted && posted.values['kind'] ? posted : undefined
  const [values, setValues] = useState<MappingValues>(postedDraft?.values ?? view.values)
  const [focused, setFocused] = useState<string | null>(null)
  const { Form, ref, answer, done, isBusy } = useFormFetcher<Saved | Tried>()
  const { unsaved, compare } = useUnsavedFields({
    ref,
    answer,
    // A trial keeps nothing.
    done: isTried(done) ? undefined : done,
    isBusy,
    isNew: true,
    ignored: ['intent', 'sample'],
    onDiscard: () => {
      setValues(view.values)
    },
  })
  const live = useFetcher<FormResponse | Tried>()
  const refused = answer ?? (posted && 'errors' in posted ? posted : undefined)
  const tried = isTried(live.data) ? live.data : isTried(posted) ? posted : undefined
  const trial = tried?.trial ?? view.trial
  const picker = tried?.picker ?? sample?.picker ?? { rows: [], lists: [] }
  const isHydrated = useHydrated()
  useTrying(values, () => {
    if (ref.current === null || sample === null) return
    const form = new FormData(ref.current)
    form.set('intent', 'try')
    live.submit(form, { method: 'post' })
  })

  const change = (name: string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
  }
  const liveErrors = live.data && 'errors' in live.data ? live.data.errors : undefined
  const editing: Editing = {
    values,
    change,
    focus: setFocused,
    rows: picker.rows,
    lists: picker.lists,
    errors: refused?.errors ?? liveErrors ?? {},
    suggested: suggestion ? view.values : null,
    siteUrl: view.siteUrl,
    zones: view.zones,
    isDisabled: !mayChange,
  }
  const kind = mappedKindOf(values['kind'])
  // Uses the initial values, so a field doesn't move when someone maps it.
  const isMain = (field: MappedField, place: number) =>
    place < alwaysShown || field === 'occurred_at' || Boolean(view.values[`set.${field}.at.0`])
  const others = fieldsOfKind[kind].filter((field, place) => !isMain(field, place))
  return (
    <Form ref={ref} method="post" noValidate onChange={compare}>
      {mayChange && <Unsaved {...unsaved} />}
      <div className="smart__columns">
        <Panel>
          <h2 id="mapping" tabIndex={-1} className="part-title">
            Fields
          </h2>
          <FormMessage answer={refused} />
          {/* Before the button that tries: of two values, the later one counts. */}
          <input type="hidden" name="intent" value="save" />
          {sample && <input type="hidden" name="sample" value={String(sample.id)} />}
          <RecordChoices editing={editing} />
          {fieldsOfKind[kind].filter(isMain).map((field) => (
            <FieldChoice key={field} field={field} editing={editing} />
          ))}
          {others.length > 0 && (
            <Details
              className="mt-16"
              summary={`More fields (${String(others.length)})`}
              isOpen={others.some((field) => errorAt(editing.errors, `set.${field}`) !== undefined)}
            >
              {others.map((field) => (
                <FieldChoice key={field} field={field} editing={editing} />
              ))}
            </Details>
          )}
          {mayChange && (
            <div className="row gap-12 mt-16">
              <Button submit variant="primary" loading={isBusy}>
                Save fields
              </Button>
              {/* The first button is pressed by Enter, so the one that changes nothing comes second. */}
              <NativeButton name="intent" value="try">
                Try it with the sample
              </NativeButton>
            </div>
          )}
        </Panel>
        <div className="smart__side">
          <div className="smart__trial">
            <TrialPanel trial={trial} hasSample={sample !== null} isBusy={live.state !== 'idle'} />
          </div>
          <Panel>
            <h2 className="part-title">Sample</h2>
            <SampleRows
              rows={picker.rows}
              editing={editing}
              focused={isHydrated && mayChange ? focused : null}
            />
          </Panel>
          {trial !== null && trial.records.length > 0 && <TrialRecords records={trial.records} />}
        </div>
      </div>
    </Form>
  )
}

const mappedKindOf = (text = ''): MappedKind =>
  Object.hasOwn(fieldsOfKind, text) ? (text as MappedKind) : 'purchase'

/** After each change of the values; not for those that the screen begins with. */
function useTrying(values: MappingValues, tryNow: () => void) {
  const latest = useRef(tryNow)
  const known = useRef(values)
  useEffect(() => {
    latest.current = tryNow
  })
  useEffect(() => {
    if (known.current === values) return
    known.current = values
    const timer = setTimeout(() => {
      latest.current()
    }, pauseMillis)
    return () => {
      clearTimeout(timer)
    }
  }, [values])
}
