/** Look of a site's nudges. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Checkbox } from '@shopify/polaris'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { previewLook } from '#app/presenters/look-preview/preview-options.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { productName } from '#app/lib/product.ts'
import { CheckInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { PlanGate } from '#app/ui/plan-gate.tsx'
import { ColorField } from './color-field.tsx'
import { LookPreviewPanel } from './look-preview.tsx'
import { OptionForm, FormPart } from './option-form.tsx'
import { loadOptions, saveOptions } from './options-action.server.ts'
import { useLookPreview } from './use-preview.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = () => [{ title: `Look – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { scope, holdoutSince: _holdoutSince, ...shown } = await loadOptions(args)
  return { ...shown, look: await previewLook(args.context.services, scope, shown.options) }
}

export const action = (args: ActionFunctionArgs) => saveOptions(args, 'look')

const words = <Value extends string>(of: Record<Value, string>) =>
  Object.entries<string>(of).map(([value, label]) => ({ value, label }))

const places: Record<SiteOptions['position'], string> = {
  'top-left': 'Top left',
  'top-center': 'Top centre',
  'top-right': 'Top right',
  'bottom-left': 'Bottom left',
  'bottom-center': 'Bottom centre',
  'bottom-right': 'Bottom right',
}
const themes: Record<SiteOptions['theme'], string> = {
  light: 'Light',
  dark: 'Dark',
  auto: 'As the visitor’s device is set',
}
const animations: Record<SiteOptions['animation'], string> = {
  'slide-in': 'Slides in',
  'fade-in': 'Fades in',
  none: 'Is there at once',
}
const directions: Record<SiteOptions['direction'], string> = {
  ltr: 'Left to right',
  rtl: 'Right to left',
}
const pictures: Record<SiteOptions['imagePosition'], string> = {
  start: 'Before the words',
  end: 'Behind the words',
  none: 'None',
}

export default function Look() {
  const { options, planToUnbrand, mayEdit, look } = useLoaderData<typeof loader>()
  const [preview, ask] = useLookPreview({ look, examples: [] })
  return (
    <div className="look">
      <div className="look__preview">
        {preview.look && <LookPreviewPanel preview={preview.look} />}
      </div>
      <div className="look__form">
        <OptionForm section="look" mayEdit={mayEdit} onEdit={ask}>
          {(answer) => (
            <>
              <ColorSection options={options} answer={answer} />
              <Places options={options} answer={answer} />
              <Contents options={options} answer={answer} />
              <Branding options={options} answer={answer} planToUnbrand={planToUnbrand} />
            </>
          )}
        </OptionForm>
      </div>
    </div>
  )
}

type Fields = { options: SiteOptions; answer: FormResponse | undefined }

const ColorSection = ({ options, answer }: Fields) => (
  <FormPart title="Colours">
    <SelectInput
      name="theme"
      label="Card"
      options={words(themes)}
      initial={options.theme}
      answer={answer}
    />
    <ColorField colour={options.color} library={options.colorLibrary} answer={answer} />
  </FormPart>
)

const Places = ({ options, answer }: Fields) => (
  <FormPart title="Place" lead="Of popups. What stands in the page stays where the nudge says.">
    <div className="field-pair">
      <SelectInput
        name="position"
        label="On wide windows"
        options={words(places)}
        initial={options.position}
        answer={answer}
      />
      <SelectInput
        name="mobilePosition"
        label="On phones"
        options={words(places)}
        initial={options.mobilePosition}
        answer={answer}
      />
      <TextInput
        name="offset.horizontal"
        label="Pixels from the side"
        inputMode="numeric"
        autoComplete="off"
        initial={String(options.offset.horizontal)}
        answer={answer}
      />
      <TextInput
        name="offset.vertical"
        label="Pixels from above or below"
        inputMode="numeric"
        autoComplete="off"
        initial={String(options.offset.vertical)}
        answer={answer}
      />
      <SelectInput
        name="direction"
        label="Reading direction"
        options={words(directions)}
        initial={options.direction}
        answer={answer}
      />
      <SelectInput
        name="animation"
        label="How it comes"
        options={words(animations)}
        initial={options.animation}
        helpText="Visitors who asked their device for less motion see none."
        answer={answer}
      />
    </div>
  </FormPart>
)

const Contents = ({ options, answer }: Fields) => (
  <FormPart title="Card">
    <SelectInput
      name="imagePosition"
      label="Picture"
      options={words(pictures)}
      initial={options.imagePosition}
      answer={answer}
    />
    <CheckInput
      name="showNudgeTitle"
      label="A title such as “Selling fast” over the words"
      helpText="The words stand under Language and titles."
      isInitiallyChecked={options.showNudgeTitle}
      answer={answer}
    />
    <CheckInput
      name="showClose"
      label="A button to close a popup"
      helpText="Without it a popup still goes by itself after its time."
      isInitiallyChecked={options.showClose}
      answer={answer}
    />
    <CheckInput
      name="inlineBorder"
      label="A border around nudges in the page"
      isInitiallyChecked={options.inlineBorder}
      answer={answer}
    />
  </FormPart>
)

function Branding({ options, answer, planToUnbrand }: Fields & { planToUnbrand: string | null }) {
  const { branding, inlineBranding, affiliateBranding } = options
  return (
    <FormPart title={`Link to ${productName}`}>
      <div>
        <PlanGate plan={planToUnbrand} />
      </div>
      {planToUnbrand === null ? (
        <>
          <CheckInput
            name="branding"
            label="On popups"
            isInitiallyChecked={branding}
            answer={answer}
          />
          <CheckInput
            name="inlineBranding"
            label="On nudges in the page, too"
            helpText="Only together with the link on popups."
            isInitiallyChecked={inlineBranding}
            answer={answer}
          />
        </>
      ) : (
        <>
          <Checkbox name="branding" label="On popups" checked disabled />
          <Checkbox name="inlineBranding" label="On nudges in the page, too" checked disabled />
        </>
      )}
      <CheckInput
        name="affiliateBranding.enabled"
        label="The link carries your affiliate token"
        isInitiallyChecked={affiliateBranding.enabled}
        answer={answer}
      />
      <TextInput
        name="affiliateBranding.token"
        label="Affiliate token"
        autoComplete="off"
        initial={affiliateBranding.token ?? ''}
        answer={answer}
      />
    </FormPart>
  )
}
