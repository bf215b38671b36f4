/**
 * Design of a card: a few independent choices. The server composes CSS of them, see
 * app/domain/wording/card-design.
 */
import { z } from 'zod'

export const designChoices = {
  /**
   * - `edge`, `top`: a stripe in the brand color, before the text or above it.
   * - `tinted`: a touch of the brand color. `framed`: a border in it. `filled`: the whole card.
   */
  surface: ['plain', 'edge', 'top', 'tinted', 'framed', 'filled'],
  corners: ['square', 'slight', 'round', 'large'],
  /** Shape of the image. `full` reaches the borders of the card. */
  picture: ['rounded', 'square', 'circle', 'full'],
  pictureSize: ['small', 'medium', 'large'],
  /** Use of the brand color: for icons on a tint of it, as a solid tile, or not at all. */
  brand: ['soft', 'bold', 'none'],
  /** `page`: the page's own. */
  typeface: ['system', 'page', 'serif', 'mono'],
  textSize: ['small', 'medium', 'large'],
  shadow: ['none', 'soft', 'deep', 'offset'],
} as const
export type DesignSetting = keyof typeof designChoices

/**
 * Layouts of a nudge other than a card. app/domain/wording/card-design/layout-choices.ts says which
 * types have which.
 * - `line`: inline, in the page's font.
 * - `pill`: a popup of one sentence with round ends.
 * - `bar`: a popup from one side of the window to the other, at its edge.
 * - `image`: a popup with a large image above its text.
 */
export const cardLayouts = ['line', 'pill', 'bar', 'image'] as const
export type CardLayout = (typeof cardLayouts)[number]

/** In the order of their fields. */
export const designSettings: readonly DesignSetting[] = [
  ...(['surface', 'corners', 'picture', 'pictureSize'] as const),
  ...(['brand', 'typeface', 'textSize', 'shadow'] as const),
]

export const cardDesign = z.object({
  surface: z.enum(designChoices.surface),
  corners: z.enum(designChoices.corners),
  picture: z.enum(designChoices.picture),
  pictureSize: z.enum(designChoices.pictureSize),
  brand: z.enum(designChoices.brand),
  typeface: z.enum(designChoices.typeface),
  textSize: z.enum(designChoices.textSize),
  shadow: z.enum(designChoices.shadow),
})
export type CardDesign = z.infer<typeof cardDesign>

/** The card as the pixel draws it without any CSS of a design. */
export const plainDesign: CardDesign = {
  surface: 'plain',
  corners: 'round',
  picture: 'rounded',
  pictureSize: 'medium',
  brand: 'soft',
  typeface: 'system',
  textSize: 'medium',
  shadow: 'soft',
}
