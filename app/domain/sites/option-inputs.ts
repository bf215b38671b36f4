/** Form schemas of site options, one per screen. */
import { z } from 'zod'
import { designChoices } from '#app/contract/card-design.ts'
import { textLine } from '#app/lib/web/text-input.ts'
import {
  animations,
  calmTimings,
  directions,
  languages,
  libraryColors,
  mostCheckoutPaths,
  pathBeginning,
  positions,
  type SiteOptions,
} from '#app/contract/site-options.ts'
import { timingChoices } from './timings.ts'
import { findUnprovableClaims } from '#app/domain/wording/unprovable-claims/unprovable-claims.ts'

/** Unchecked checkboxes aren't sent. */
const flag = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, 'Choose an option from the list.')

const whole = (least: number, most: number) => {
  const sentence = `Enter a whole number from ${String(least)} to ${String(most)}.`
  return z
    .string(sentence)
    .trim()
    .regex(/^\d{1,6}$/, sentence)
    .transform(Number)
    .pipe(z.number().min(least, sentence).max(most, sentence))
}

const maxSeconds = 600

/** Entered in seconds, stored in milliseconds. */
const seconds = (least: number) => {
  const sentence = `Enter a number of seconds between ${String(least)} and ${String(maxSeconds)}, for example 2.5.`
  return z
    .string(sentence)
    .trim()
    .regex(/^\d{1,3}([.,]\d{1,3})?$/, sentence)
    .transform((typed) => Math.round(Number(typed.replace(',', '.')) * 1000))
    .pipe(
      z
        .number()
        .min(least * 1000, sentence)
        .max(maxSeconds * 1000, sentence),
    )
}

const colour = z
  .string('Choose a color.')
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'Enter a color code, for example #0a7d4f.')

const maxOffset = 400
const maxTitle = 40
const maxToken = 100

const customTitle = z
  .string()
  .trim()
  .max(maxTitle, `Use ${String(maxTitle)} characters or fewer.`)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Use letters, digits and punctuation only.')
  .superRefine((text, context) => {
    for (const { sentence } of findUnprovableClaims({ text })) {
      context.addIssue({ code: 'custom', message: sentence })
    }
  })

const affiliate = z
  .object({
    enabled: flag,
    token: textLine({ max: maxToken })
      .optional()
      .transform((token) => (token ? token : null)),
  })
  .refine(({ enabled, token }) => !enabled || token !== null, {
    path: ['token'],
    message: 'Enter your affiliate token.',
  })

const design = z.object({
  surface: oneOf(designChoices.surface),
  corners: oneOf(designChoices.corners),
  picture: oneOf(designChoices.picture),
  pictureSize: oneOf(designChoices.pictureSize),
  brand: oneOf(designChoices.brand),
  typeface: oneOf(designChoices.typeface),
  textSize: oneOf(designChoices.textSize),
  shadow: oneOf(designChoices.shadow),
})

const look = z
  .object({
    // A form that was opened before there were designs keeps the stored one.
    design: design.optional(),
    theme: oneOf(['light', 'dark', 'auto']),
    color: colour,
    colorLibrary: z.array(colour).length(libraryColors, 'Every palette slot needs a color.'),
    position: oneOf(positions),
    mobilePosition: oneOf(positions),
    offset: z.object({ vertical: whole(0, maxOffset), horizontal: whole(0, maxOffset) }),
    direction: oneOf(directions),
    animation: oneOf(animations),
    imagePosition: oneOf(['start', 'end', 'none']),
    showNudgeTitle: flag,
    showClose: flag,
    inlineBorder: flag,
    branding: flag,
    inlineBranding: flag,
    affiliateBranding: affiliate,
  })
  .transform(({ design: chosen, ...rest }) => ({
    ...rest,
    ...(chosen === undefined ? {} : { design: chosen }),
  }))

/** One on each line. A pasted URL counts as its path. */
const checkoutPaths = z
  .string()
  .max(2000, 'Use 2,000 characters or fewer.')
  .optional()
  .transform((typed = '') => [
    ...new Set(
      typed
        .split('\n')
        .map((line) => line.trim().replace(/^https?:\/\/[^/]+/i, ''))
        .filter((line) => line !== ''),
    ),
  ])
  .pipe(
    z
      .array(z.string())
      .max(mostCheckoutPaths, `Enter up to ${String(mostCheckoutPaths)} paths.`)
      .refine((paths) => paths.every((path) => pathBeginning.safeParse(path).success), {
        error: 'Enter paths like /till, /index.php?page=pay or /#/pay, without spaces.',
      }),
  )

const timing = z
  .object({
    timingMode: oneOf(timingChoices),
    // Only shown in its own mode. Otherwise the stored timings are kept.
    timings: z.object({ initial: seconds(0), show: seconds(1), wait: seconds(0) }).optional(),
    limitNudges: flag,
    maxNudges: whole(1, 20),
    loop: flag,
    nudgeRandomization: flag,
    closeNudgeBehaviour: oneOf(['nudge', 'page', 'visit']),
    ignoreQueryParameters: flag,
    checkoutPaths,
  })
  .transform(({ timings, timingMode, ...rest }) =>
    timingMode === 'calm'
      ? { ...rest, timingMode: 'custom' as const, timings: calmTimings }
      : { ...rest, timingMode, ...(timings === undefined ? {} : { timings }) },
  )

/** The holdout group is set where it measures, apart from the screens with options. */
export const holdoutInput = z.object({ holdout: whole(0, 50) })

const privacy = z.object({
  conversion: z.object({ avatar: flag, firstname: flag, lastname: flag, location: flag }),
  showVisitorsWithLocationOnly: flag,
  useGeoLocation: flag,
})

const titles = z.object({
  language: oneOf(languages),
  usePageLanguage: flag,
  categoryTitles: z.object({
    popular: customTitle,
    selling_fast: customTitle,
    order_soon: customTitle,
    good_to_know: customTitle,
  }),
})

const shapes = { look, timing, privacy, titles } satisfies Record<
  string,
  z.ZodType<Partial<SiteOptions>>
>

/** Screens with options. */
export type OptionSection = keyof typeof shapes
export const optionSections = Object.keys(shapes) as OptionSection[]

/**
 * Schema of a screen's form: fields are named `option` or `option.part`, with the screen as
 * `intent`.
 *
 * @param disabled stored options whose controls are disabled: they send nothing
 */
export const optionForm = (section: OptionSection, disabled: Partial<SiteOptions> = {}) =>
  z
    .looseObject({ intent: z.literal(section) })
    .transform(({ intent: _intent, ...fields }) => ({
      ...nest(fields, section),
      ...Object.fromEntries(
        Object.entries(disabled).map(([name, value]) => [name, asSent(value, name)]),
      ),
    }))
    .transform((fields): unknown => fields)
    .pipe<z.ZodType<Partial<SiteOptions>>>(shapes[section])

/** Options with one field per part. */
const parted = [
  ...(['offset', 'timings', 'conversion', 'categoryTitles', 'affiliateBranding'] as const),
  'design',
] as const

/** Unchecked checkboxes send nothing, so their options start as empty objects. */
const emptyParts: Partial<Record<OptionSection, object>> = {
  look: { affiliateBranding: {} },
  privacy: { conversion: {} },
}

/** A stored option as its form would send it. */
function asSent(value: unknown, option: string): unknown {
  if (typeof value === 'boolean') return value ? 'on' : undefined
  if (typeof value === 'number') return String(option === 'timings' ? value / 1000 : value)
  if (typeof value !== 'object' || value === null) return value ?? undefined
  if (Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([part, held]) => [part, asSent(held, option)]),
  )
}

function nest(
  fields: Readonly<Record<string, unknown>>,
  section: OptionSection,
): Record<string, unknown> {
  const nested: Record<string, unknown> = { ...emptyParts[section] }
  const colours = Array.from({ length: libraryColors }, (): unknown => undefined)
  for (const [name, value] of Object.entries(fields)) {
    const [option = '', part] = name.split('.', 2)
    if (part === undefined) nested[option] = value
    else if (option === 'colorLibrary' && Number(part) in colours) colours[Number(part)] = value
    else if (parted.some((known) => known === option)) {
      nested[option] = { ...(nested[option] as object | undefined), [part]: value }
    }
  }
  return section === 'look' ? { ...nested, colorLibrary: colours } : nested
}
