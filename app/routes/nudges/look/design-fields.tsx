/** The gallery of designs and the settings of the chosen one, loaded when the panel is opened. */
import { Details } from '#app/ui/details.tsx'
import { designSettings, type CardDesign } from '#app/contract/card-design.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { DesignLook } from '#app/domain/wording/card-design/designs.ts'
import { DesignGallery } from '#app/ui/design-gallery/design-gallery.tsx'
import { DesignSettings } from '#app/ui/design-gallery/design-settings.tsx'
import type { Values } from '../field.tsx'
import type { SiteLook } from './look-fields.tsx'

type DesignFieldsProps = {
  /** Values of the form's fields. */
  look: Values
  color: string
  ofSite: SiteLook
  payload: PixelPayload | null
  onChange: (fields: Values) => void
}

export function DesignFields(props: DesignFieldsProps) {
  const { look, color, ofSite, payload, onChange } = props
  const design = look['look.designed'] === 'nudge' ? designIn(look) : null
  const shown = design ?? ofSite.design
  const worn: DesignLook = {
    design: shown,
    theme: (look['look.theme'] || ofSite.theme) as DesignLook['theme'],
    imagePosition: (look['look.imagePosition'] ||
      ofSite.imagePosition) as DesignLook['imagePosition'],
  }
  const isOfSite = design === null && !look['look.theme'] && !look['look.imagePosition']
  return (
    <>
      <DesignGallery
        {...{ payload, color, ofSite }}
        chosen={isOfSite ? null : worn}
        onPick={(picked) => {
          onChange(
            picked
              ? {
                  ...fieldsOf(picked.design),
                  'look.theme': picked.theme,
                  'look.imagePosition': picked.imagePosition,
                }
              : { 'look.designed': 'site', 'look.theme': '', 'look.imagePosition': '' },
          )
        }}
      />
      <Details summary="Fine-tune">
        <DesignSettings
          design={shown}
          onChange={(changed) => {
            onChange(fieldsOf(changed))
          }}
        />
      </Details>
    </>
  )
}

const designIn = (look: Values): CardDesign =>
  Object.fromEntries(
    designSettings.map((setting) => [setting, look[`look.design.${setting}`] ?? '']),
  ) as CardDesign

const fieldsOf = (design: CardDesign): Values => ({
  'look.designed': 'nudge',
  ...Object.fromEntries(
    designSettings.map((setting) => [`look.design.${setting}`, design[setting]]),
  ),
})
