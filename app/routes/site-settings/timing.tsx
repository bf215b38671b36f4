/** When nudges appear, how long they stay, and how many are shown. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { calmTimings, defaultSiteOptions, type SiteOptions } from '#app/contract/site-options.ts'
import { timingChoiceOf, timingsOf, type TimingChoice } from '#app/domain/sites/timings.ts'
import { readCheckoutSuggestions } from '#app/domain/stats/checkout-suggestions.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { CheckInput, fieldId, SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { useNotifyForm } from '#app/ui/forms/notify-form.ts'
import { Select } from '#app/ui/kit/select.tsx'
import { CheckoutPaths } from './checkout-paths.tsx'
import { FeatureGate } from '#app/ui/plan-gate.tsx'
import { OptionForm, FormPart } from './option-form.tsx'
import { loadOptions, saveOptions } from './options-action.server.ts'
import { TimingStrip, type Pacing } from './timing-strip.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = siteTitle('Display')

export async function loader(args: LoaderFunctionArgs) {
  const { services } = args.context
  const { scope, ...shown } = await loadOptions(args)
  const suggestions = shown.mayEdit
    ? await readCheckoutSuggestions(services, scope, shown.options.checkoutPaths)
    : []
  return { ...shown, suggestions, standard: defaultSiteOptions.timings }
}

export const action = (args: ActionFunctionArgs) => saveOptions(args, 'timing')

export default function Timing() {
  const { options, suggestions, standard, mayEdit, gates } = useLoaderData<typeof loader>()
  const [pace, setPace] = useState<Pacing>({ ...options, timings: timingsOf(options, standard) })
  const follow = (form: FormData) => {
    setPace((last) => readPace(form, { last, standard, stored: options.timings }))
  }

  return (
    <OptionForm section="timing" {...{ mayEdit, gates }} onEdit={follow}>
      {(answer) => (
        <>
          <FormPart
            title="Popup timing"
            lead="A popup stays open while the visitor hovers over it, focuses it or opens its details."
          >
            <TimingStrip pace={pace} />
            <Mode options={options} standard={standard} answer={answer} />
          </FormPart>
          <Amount options={options} answer={answer} />
          <FormPart title="Page matching">
            <FeatureGate flag="options.ignoreQueryParameters">
              <CheckInput
                name="ignoreQueryParameters"
                label="Ignore query parameters"
                helpText="When off, targeting also matches what follows the “?”, for example ?color=red."
                isInitiallyChecked={options.ignoreQueryParameters}
                answer={answer}
              />
            </FeatureGate>
          </FormPart>
          <FormPart
            title="Checkout"
            lead="Nudges never show while someone pays. We recognize the checkouts of most shop systems by their URL, for example /checkout, /kasse or #/checkout, and by fields for a payment card."
          >
            <CheckoutPaths
              stored={options.checkoutPaths}
              suggestions={suggestions}
              answer={answer}
            />
          </FormPart>
        </>
      )}
    </OptionForm>
  )
}

type Fields = { options: SiteOptions; answer: FormResponse | undefined }

const modes: Record<TimingChoice, string> = {
  standard: 'Standard',
  calm: 'Calm (a later start, longer shows)',
  accelerated: 'Accelerated (half the pauses)',
  custom: 'Custom',
}

function Mode({ options, standard, answer }: Fields & Pick<Known, 'standard'>) {
  const [mode, setMode] = useState(
    answer?.values['timingMode'] ?? timingChoiceOf(options, standard),
  )
  const part = useNotifyForm<HTMLDivElement>(mode)
  const { initial, show, wait } = options.timings
  const times = [
    ['timings.initial', 'Delay before the first nudge (seconds)', initial],
    ['timings.show', 'Display time (seconds)', show],
    ['timings.wait', 'Delay between nudges (seconds)', wait],
  ] as const

  return (
    <div ref={part} className="form">
      <FeatureGate flag="options.timingMode">
        <Select
          id={fieldId('timingMode')}
          name="timingMode"
          label="Mode"
          options={Object.entries(modes).map(([value, label]) => ({ value, label }))}
          value={mode}
          onChange={setMode}
        />
      </FeatureGate>
      {mode === 'custom' && (
        <div className="columns gap-16">
          {times.map(([name, label, millis]) => (
            <TextInput
              key={name}
              name={name}
              label={label}
              inputMode="decimal"
              autoComplete="off"
              initial={String(millis / 1000)}
              answer={answer}
            />
          ))}
        </div>
      )}
    </div>
  )
}

const closings: Record<SiteOptions['closeNudgeBehaviour'], string> = {
  nudge: 'This nudge only',
  page: 'All nudges on this page view',
  visit: 'All nudges for the rest of the visit',
}

const Amount = ({ options, answer }: Fields) => (
  <FormPart title="Frequency">
    <FeatureGate flag="options.limitNudges">
      <CheckInput
        name="limitNudges"
        label="Limit nudges per page view"
        isInitiallyChecked={options.limitNudges}
        answer={answer}
      />
    </FeatureGate>
    <TextInput
      name="maxNudges"
      label="Maximum nudges per page view"
      inputMode="numeric"
      autoComplete="off"
      initial={String(options.maxNudges)}
      helpText="Between 1 and 20. Applies when the limit is on."
      answer={answer}
    />
    <CheckInput
      name="loop"
      label="Loop nudges"
      helpText="After the last nudge, start over. Ages like “2 hours ago” stay accurate."
      isInitiallyChecked={options.loop}
      answer={answer}
    />
    <FeatureGate flag="options.nudgeRandomization">
      <CheckInput
        name="nudgeRandomization"
        label="Randomize the first nudge"
        helpText="When off, a visit starts with the first nudge in your list, and its next pages continue from there."
        isInitiallyChecked={options.nudgeRandomization}
        answer={answer}
      />
    </FeatureGate>
    <FeatureGate flag="options.closeNudgeBehaviour">
      <SelectInput
        name="closeNudgeBehaviour"
        label="When a visitor closes a nudge, hide"
        options={Object.entries(closings).map(([value, label]) => ({ value, label }))}
        initial={options.closeNudgeBehaviour}
        helpText="After two dismissals, no more nudges are shown during that visit, whatever you choose here."
        answer={answer}
      />
    </FeatureGate>
  </FormPart>
)

type Known = { last: Pacing; standard: Pacing['timings']; stored: Pacing['timings'] }

/** The current input as far as it is valid, otherwise the previous values. */
function readPace(form: FormData, { last, standard, stored }: Known): Pacing {
  const textOf = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : null
  }
  const millisOf = (name: keyof Pacing['timings']) => {
    const typed = textOf(`timings.${name}`)
    if (typed === null) return stored[name]
    const seconds = Number(typed.trim().replace(',', '.'))
    return typed.trim() !== '' && seconds >= 0 ? seconds * 1000 : last.timings[name]
  }
  const mode = textOf('timingMode')
  const typed = { initial: millisOf('initial'), show: millisOf('show'), wait: millisOf('wait') }
  const timingMode = mode === 'standard' || mode === 'accelerated' ? mode : 'custom'
  const timings = mode === 'calm' ? calmTimings : typed
  const most = Number(textOf('maxNudges'))
  return {
    timings: timingsOf({ timingMode, timings }, standard),
    limitNudges: form.has('limitNudges'),
    maxNudges: Number.isInteger(most) && most > 0 ? most : last.maxNudges,
    loop: form.has('loop'),
  }
}
