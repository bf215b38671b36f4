/** Overrides of the site's look. */
import { useState } from 'react'
import {
  asSite as sameAsSite,
  fieldLabels,
  imageChoices,
  themeChoices,
} from '#app/domain/nudges/editing/field-labels.ts'
import type { CardLayout } from '#app/contract/card-design.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { DesignLook } from '#app/domain/wording/card-design/designs.ts'
import { fieldId, useFieldError } from '#app/ui/forms/fields.tsx'
import { useNotifyForm } from '#app/ui/forms/notify-form.ts'
import { WaitingGallery } from '#app/ui/design-gallery/waiting-gallery.tsx'
import { TextField } from '#app/ui/kit/text-field.tsx'
import { useLate } from '#app/ui/use-late.ts'
import type { DesignFields } from './design-fields.tsx'
import { Section, useEditing, type Values } from '../field.tsx'
import type { CardLook } from './card-picture.tsx'
import { NamedDesignField } from './named-design-field.tsx'
import { PicturedChoice } from './pictured-choice.tsx'

/** Look of the site, which applies to nudges without a separate look. */
export type SiteLook = DesignLook & { color: string }

type LookProps = {
  surface: 'popup' | 'inline'
  /** Layouts available to the nudge, with their labels. With only one, no choice is shown. */
  layouts: Choices
  contrasts: readonly string[]
  ofSite: SiteLook
  /** The payload that the designs are drawn with. */
  payload: PixelPayload | null
  /** Whether its panel is on the screen. */
  isOpen: boolean
}

/** Values with their labels. */
type Choices = readonly (readonly [string, string])[]

/** Names of the fields that a design sets. */
const designNames = /^look\.(design|theme$|imagePosition$)/

const asSite = { value: '', label: sameAsSite, draws: 'site' } as const

const pictures: Readonly<Record<string, CardLook>> = {
  dark: 'dark',
  auto: 'auto',
  end: 'end',
  none: 'plain',
  line: 'line',
  pill: 'pill',
  bar: 'bar',
  image: 'image',
}

const pictured = (choices: Choices) =>
  choices.map(([value, label]) => ({ value, label, draws: pictures[value] }))

const isOffered = (layouts: Choices, layout: CardLayout) =>
  layouts.some(([value]) => value === layout)

/** How a popup's layout depends on the window and on the nudge's image. */
const helpFor = (layouts: Choices) =>
  isOffered(layouts, 'image')
    ? 'On most phones, every popup is one line. Without an image, or with “None” below, “Image on top” is a card.'
    : 'On most phones, every popup is one line.'

const loadDesigns = () => import('./design-fields.tsx')

export function LookFields(props: LookProps) {
  const { surface, layouts, contrasts, ofSite, payload, isOpen } = props
  const { values, answer } = useEditing()
  const start: Values = { ...values, ...answer?.values }
  const [look, setLook] = useState<Values>(() =>
    Object.fromEntries(Object.entries(start).filter(([name]) => designNames.test(name))),
  )
  const [color, setColor] = useState(start['look.color'] ?? '')
  const part = useNotifyForm<HTMLDivElement>(`${color} ${JSON.stringify(look)}`)
  const change = (fields: Values) => {
    setLook({ ...look, ...fields })
  }
  const choose = (name: string) => ({
    name,
    chosen: look[name],
    onChoose: (value: string) => {
      change({ [name]: value })
    },
  })
  return (
    <Section title="Look" lead="Uses your site’s look unless you override it here.">
      <div ref={part} className="stack gap-16">
        {Object.entries(look)
          .filter(([name]) => name.startsWith('look.design'))
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        {isOpen && (
          <LateDesigns
            {...{ look, ofSite, payload }}
            color={/^#[0-9a-f]{6}$/i.test(color) ? color : ofSite.color}
            onChange={change}
          />
        )}
      </div>
      {/* Only the server renders what is in it, so browsers load nothing for it. */}
      <noscript>{import.meta.env.SSR && <NamedDesignField />}</noscript>
      <ColorInput {...{ color, contrasts }} ofSite={ofSite.color} onChange={setColor} />
      {layouts.length > 1 && (
        <PicturedChoice
          name="look.layout"
          label={fieldLabels.layout}
          of={pictured(layouts)}
          {...(surface === 'popup' ? { help: helpFor(layouts) } : {})}
        />
      )}
      <PicturedChoice
        {...choose('look.theme')}
        label={fieldLabels.theme}
        of={[asSite, ...pictured(themeChoices)]}
      />
      <PicturedChoice
        {...choose('look.imagePosition')}
        label={fieldLabels.image}
        of={[asSite, ...pictured(imageChoices)]}
      />
      <PicturedChoice
        name="look.showNudgeTitle"
        label={fieldLabels.showTitle}
        {...(isOffered(layouts, 'pill') || isOffered(layouts, 'bar')
          ? { help: 'Pills and bars have no title above the text.' }
          : {})}
        of={[
          asSite,
          { value: 'on', label: 'Show' },
          { value: 'off', label: 'Hide', draws: 'untitled' },
        ]}
      />
      {surface === 'inline' && (
        <PicturedChoice
          name="look.inlineBorder"
          label={fieldLabels.border}
          of={[
            asSite,
            { value: 'on', label: 'Show' },
            { value: 'off', label: 'Hide', draws: 'borderless' },
          ]}
        />
      )}
    </Section>
  )
}

/** Its fields are sent from here, whether it has loaded or not. */
function LateDesigns(props: Parameters<typeof DesignFields>[0]) {
  const part = useLate(loadDesigns)
  return part ? (
    <part.DesignFields {...props} />
  ) : (
    <>
      <WaitingGallery withSite />
      <p>&nbsp;</p>
    </>
  )
}

type ColorInputProps = {
  color: string
  /** Shown where the nudge has none of its own. */
  ofSite: string
  contrasts: readonly string[]
  onChange: (color: string) => void
}

function ColorInput({ color, ofSite, contrasts, onChange }: ColorInputProps) {
  const { answer } = useEditing()
  const name = 'look.color'
  const [error, dismiss] = useFieldError(answer?.errors, name)
  const take = (next: string) => {
    onChange(next)
    dismiss()
  }
  return (
    <div className="stack gap-8">
      <TextField
        id={fieldId(name)}
        name={name}
        label={fieldLabels.color}
        autoComplete="off"
        spellCheck={false}
        value={color}
        error={error}
        helpText="For icons, headings, stars and buttons, for example #0b6e4f. Leave blank to use your site’s color."
        onChange={take}
        connectedLeft={
          <input
            type="color"
            className="editor__picker"
            aria-label="Pick a color"
            value={/^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : ofSite}
            onChange={(event) => {
              take(event.target.value)
            }}
          />
        }
      />
      {color !== '' &&
        contrasts.map((words) => (
          <p key={words} className="muted prose">
            {words}
          </p>
        ))}
    </div>
  )
}
