/** Look of a site's nudges. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import type { SiteOptions } from '#app/contract/site-options.ts'
import type { DesignLook } from '#app/domain/wording/card-design/designs.ts'
import {
  previewLook,
  type LookPreview,
} from '#app/presenters/look-preview/preview-options.server.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { WaitingGallery } from '#app/ui/design-gallery/waiting-gallery.tsx'
import { DesignSettings } from '#app/ui/design-gallery/design-settings.tsx'
import { Details } from '#app/ui/details.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { CheckInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { PositionPicker } from '#app/ui/position-picker/position-picker.tsx'
import { FeatureGate } from '#app/ui/plan-gate.tsx'
import { useNotifyForm } from '#app/ui/forms/notify-form.ts'
import { useLate } from '#app/ui/use-late.ts'
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
export const meta = siteTitle('Appearance')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, ...shown } = await loadOptions(args)
  return { ...shown, look: await previewLook(args.context.services, scope, shown.options) }
}

export const action = (args: ActionFunctionArgs) => saveOptions(args, 'look')

const words = <Value extends string>(of: Record<Value, string>) =>
  Object.entries<string>(of).map(([value, label]) => ({ value, label }))

const themes: Record<SiteOptions['theme'], string> = {
  light: 'Light',
  dark: 'Dark',
  auto: 'Match page',
}
const animations: Record<SiteOptions['animation'], string> = {
  'slide-in': 'Slide in',
  'fade-in': 'Fade in',
  none: 'None',
}
const directions: Record<SiteOptions['direction'], string> = {
  ltr: 'Left to right',
  rtl: 'Right to left',
  auto: 'Match page',
}
const pictures: Record<SiteOptions['imagePosition'], string> = {
  start: 'Before the text',
  end: 'After the text',
  none: 'None',
}

export default function Look() {
  const { options, gates, mayEdit, look } = useLoaderData<typeof loader>()
  const [preview, ask] = useLookPreview({ look, examples: [] })
  return (
    <div className="parts look">
      <div className="look__preview">
        {preview.look && <LookPreviewPanel preview={preview.look} />}
      </div>
      <div>
        <OptionForm section="look" {...{ mayEdit, gates }} onEdit={ask}>
          {(answer) => (
            <>
              <DesignSection options={options} answer={answer} preview={preview.look} />
              <Places options={options} answer={answer} />
              <Contents options={options} answer={answer} />
              <Branding options={options} answer={answer} />
            </>
          )}
        </OptionForm>
      </div>
    </div>
  )
}

type Fields = { options: SiteOptions; answer: FormResponse | undefined }

const loadGallery = () => import('#app/ui/design-gallery/design-gallery.tsx')

/** Designs as pictures. Each sets the fields below, which can be changed afterwards. */
function DesignSection({ options, answer, preview }: Fields & { preview: LookPreview | null }) {
  const gallery = useLate(loadGallery)
  const [look, setLook] = useState<DesignLook>({
    design: options.design,
    theme: options.theme,
    imagePosition: options.imagePosition,
  })
  const [color, setColor] = useState(options.color)
  const part = useNotifyForm<HTMLDivElement>(JSON.stringify(look))
  return (
    <>
      <FormPart title="Design" lead="For all nudges without a design of their own.">
        <div ref={part}>
          {gallery ? (
            <gallery.DesignGallery
              payload={preview?.payload ?? null}
              color={/^#[0-9a-f]{6}$/i.test(color) ? color : options.color}
              chosen={look}
              onPick={(picked) => {
                if (!picked) return
                const { design, theme, imagePosition } = picked
                setLook({ design, theme, imagePosition })
              }}
            />
          ) : (
            <WaitingGallery />
          )}
        </div>
        <Details summary="Fine-tune">
          <DesignSettings
            prefix="design."
            design={look.design}
            onChange={(design) => {
              setLook({ ...look, design })
            }}
          />
        </Details>
      </FormPart>
      <FormPart title="Colors and image">
        <FeatureGate flag="options.theme">
          <SelectInput
            // Drawn again with what a design sets.
            key={`theme ${look.theme}`}
            name="theme"
            label="Theme"
            options={words(themes)}
            initial={look.theme}
            answer={answer}
            onChoose={(theme) => {
              setLook({ ...look, theme: theme as SiteOptions['theme'] })
            }}
          />
        </FeatureGate>
        <FeatureGate flag="options.color">
          <ColorField
            colour={options.color}
            library={options.colorLibrary}
            answer={answer}
            onChange={setColor}
          />
        </FeatureGate>
        <FeatureGate flag="options.imagePosition">
          <SelectInput
            key={`image ${look.imagePosition}`}
            name="imagePosition"
            label="Image"
            options={words(pictures)}
            initial={look.imagePosition}
            answer={answer}
            onChoose={(side) => {
              setLook({ ...look, imagePosition: side as SiteOptions['imagePosition'] })
            }}
          />
        </FeatureGate>
      </FormPart>
    </>
  )
}

const Places = ({ options, answer }: Fields) => (
  <FormPart title="Position" lead="For popups. Inline nudges use their own placement.">
    <div className="columns gap-16">
      <div className="position-pickers">
        <FeatureGate flag="options.position">
          <PositionPicker
            name="position"
            label="On desktop"
            device="desktop"
            initial={options.position}
            answer={answer}
          />
        </FeatureGate>
        <FeatureGate flag="options.mobilePosition">
          <PositionPicker
            name="mobilePosition"
            label="On phones"
            device="phone"
            initial={options.mobilePosition}
            answer={answer}
          />
        </FeatureGate>
      </div>
      <FeatureGate flag="options.offset">
        <TextInput
          name="offset.horizontal"
          label="Horizontal margin (px)"
          inputMode="numeric"
          autoComplete="off"
          initial={String(options.offset.horizontal)}
          answer={answer}
        />
      </FeatureGate>
      <FeatureGate flag="options.offset">
        <TextInput
          name="offset.vertical"
          label="Vertical margin (px)"
          inputMode="numeric"
          autoComplete="off"
          initial={String(options.offset.vertical)}
          answer={answer}
        />
      </FeatureGate>
      <FeatureGate flag="options.direction">
        <SelectInput
          name="direction"
          label="Text direction"
          options={words(directions)}
          initial={options.direction}
          answer={answer}
        />
      </FeatureGate>
      <FeatureGate flag="options.animation">
        <SelectInput
          name="animation"
          label="Animation"
          options={words(animations)}
          initial={options.animation}
          helpText="Visitors who prefer reduced motion see no animation."
          answer={answer}
        />
      </FeatureGate>
    </div>
  </FormPart>
)

const Contents = ({ options, answer }: Fields) => (
  <FormPart title="Card">
    <FeatureGate flag="options.showNudgeTitle">
      <CheckInput
        name="showNudgeTitle"
        label="Show a title above the text, for example “Selling fast”"
        helpText="Edit titles under Language."
        isInitiallyChecked={options.showNudgeTitle}
        answer={answer}
      />
    </FeatureGate>
    <FeatureGate flag="options.showClose">
      <CheckInput
        name="showClose"
        label="Show a close button on popups"
        helpText="Without it, popups still close after their display time."
        isInitiallyChecked={options.showClose}
        answer={answer}
      />
    </FeatureGate>
    <FeatureGate flag="options.inlineBorder">
      <CheckInput
        name="inlineBorder"
        label="Show a border around inline nudges"
        isInitiallyChecked={options.inlineBorder}
        answer={answer}
      />
    </FeatureGate>
  </FormPart>
)

function Branding({ options, answer }: Fields) {
  const { branding, inlineBranding, affiliateBranding } = options
  return (
    <FormPart title="“Powered by” link">
      <FeatureGate flag="options.branding">
        <CheckInput
          name="branding"
          label="On popups"
          isInitiallyChecked={branding}
          answer={answer}
        />
      </FeatureGate>
      <FeatureGate flag="options.inlineBranding">
        <CheckInput
          name="inlineBranding"
          label="On inline nudges too"
          helpText="Requires the link on popups."
          isInitiallyChecked={inlineBranding}
          answer={answer}
        />
      </FeatureGate>
      <FeatureGate flag="options.affiliateBranding">
        <CheckInput
          name="affiliateBranding.enabled"
          label="Add your affiliate token to the link"
          isInitiallyChecked={affiliateBranding.enabled}
          answer={answer}
        />
      </FeatureGate>
      <FeatureGate flag="options.affiliateBranding">
        <TextInput
          name="affiliateBranding.token"
          label="Affiliate token"
          autoComplete="off"
          initial={affiliateBranding.token ?? ''}
          answer={answer}
        />
      </FeatureGate>
    </FormPart>
  )
}
