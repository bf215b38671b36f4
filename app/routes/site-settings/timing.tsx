/** When nudges appear, how long they stay, and how many are shown. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Select } from '@shopify/polaris'
import { useState } from 'react'
import { defaultSiteOptions, type SiteOptions } from '#app/contract/site-options.ts'
import { timingsOf } from '#app/domain/sites/timings.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { productName } from '#app/lib/product.ts'
import { CheckInput, fieldId, SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { useNotifyForm } from '#app/ui/forms/notify-form.ts'
import { OptionForm, FormPart } from './option-form.tsx'
import { loadOptions, saveOptions } from './options-action.server.ts'
import { TimingStrip, type Pacing } from './timing-strip.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = () => [{ title: `Timing – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { scope: _scope, ...shown } = await loadOptions(args)
  return { ...shown, standard: defaultSiteOptions.timings, now: args.context.services.now() }
}

export const action = (args: ActionFunctionArgs) => saveOptions(args, 'timing')

export default function Timing() {
  const { options, standard, holdoutSince, mayEdit, now } = useLoaderData<typeof loader>()
  const [pace, setPace] = useState<Pacing>({ ...options, timings: timingsOf(options, standard) })
  const follow = (form: FormData) => {
    setPace((last) => readPace(form, { last, standard, stored: options.timings }))
  }

  return (
    <OptionForm section="timing" mayEdit={mayEdit} onEdit={follow}>
      {(answer) => (
        <>
          <FormPart
            title="Pace of popups"
            lead="A popup that is pointed at, focused or opened stays until it is left."
          >
            <TimingStrip pace={pace} />
            <Mode options={options} answer={answer} />
          </FormPart>
          <Amount options={options} answer={answer} />
          <FormPart title="Pages">
            <CheckInput
              name="ignoreQueryParameters"
              label="Page rules look at the path alone"
              helpText="Off: at what follows the question mark as well, such as ?colour=red."
              isInitiallyChecked={options.ignoreQueryParameters}
              answer={answer}
            />
          </FormPart>
          <FormPart
            title="Hold-out"
            lead="Some visitors are shown no nudge: only a comparison with them tells what nudges really change."
          >
            <TextInput
              name="holdout"
              label="Percent of visitors who are shown nothing"
              inputMode="numeric"
              autoComplete="off"
              initial={String(options.holdout)}
              helpText="From 0 to 50; with 0 nothing is measured. Another percentage begins the measurement anew."
              answer={answer}
            />
            {holdoutSince && (
              <p className="settings-note">
                The measurement runs since <RelativeTime at={holdoutSince} now={now} />.
              </p>
            )}
          </FormPart>
        </>
      )}
    </OptionForm>
  )
}

type Fields = { options: SiteOptions; answer: FormResponse | undefined }

const modes: Record<SiteOptions['timingMode'], string> = {
  standard: 'Standard',
  accelerated: 'Accelerated: half the pauses',
  custom: 'My own times',
}

function Mode({ options, answer }: Fields) {
  const [mode, setMode] = useState(answer?.values['timingMode'] ?? options.timingMode)
  const part = useNotifyForm<HTMLDivElement>(mode)
  const { initial, show, wait } = options.timings
  const times = [
    ['timings.initial', 'First pause, in seconds', initial],
    ['timings.show', 'Shown, in seconds', show],
    ['timings.wait', 'Pause between two, in seconds', wait],
  ] as const

  return (
    <div ref={part} className="form">
      <Select
        id={fieldId('timingMode')}
        name="timingMode"
        label="Mode"
        options={Object.entries(modes).map(([value, label]) => ({ value, label }))}
        value={mode}
        onChange={setMode}
      />
      {mode === 'custom' && (
        <div className="field-pair">
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
  nudge: 'This nudge alone',
  page: 'All nudges of this page view',
  visit: 'All nudges of this visit',
}

const Amount = ({ options, answer }: Fields) => (
  <FormPart title="How many">
    <CheckInput
      name="limitNudges"
      label="A page view has an end of nudges"
      isInitiallyChecked={options.limitNudges}
      answer={answer}
    />
    <TextInput
      name="maxNudges"
      label="Nudges on a page view, at most"
      inputMode="numeric"
      autoComplete="off"
      initial={String(options.maxNudges)}
      helpText="From 1 to 20. Counts while the box above is ticked."
      answer={answer}
    />
    <CheckInput
      name="loop"
      label="Begin again when all were shown"
      helpText="Ages are told as they are by then."
      isInitiallyChecked={options.loop}
      answer={answer}
    />
    <CheckInput
      name="nudgeRandomization"
      label="Another nudge begins with each page view"
      helpText="Off: always the first of your list."
      isInitiallyChecked={options.nudgeRandomization}
      answer={answer}
    />
    <SelectInput
      name="closeNudgeBehaviour"
      label="A visitor who closes a nudge closes"
      options={Object.entries(closings).map(([value, label]) => ({ value, label }))}
      initial={options.closeNudgeBehaviour}
      helpText="After two closings the visit has no more nudges, whatever stands here."
      answer={answer}
    />
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
  const timingMode = mode === 'standard' || mode === 'accelerated' ? mode : 'custom'
  const timings = { initial: millisOf('initial'), show: millisOf('show'), wait: millisOf('wait') }
  const most = Number(textOf('maxNudges'))
  return {
    timings: timingsOf({ timingMode, timings }, standard),
    limitNudges: form.has('limitNudges'),
    maxNudges: Number.isInteger(most) && most > 0 ? most : last.maxNudges,
    loop: form.has('loop'),
  }
}
