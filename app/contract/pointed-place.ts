/**
 * A place for an inline nudge, as its owner points at it on a page of the site. It comes from that
 * page, so its scripts can make one up: it is a suggestion that the owner sees and publishes.
 */
import { z } from 'zod'
import { pageKinds } from './nudge-rules.ts'

const name = '-?[_a-zA-Z][\\w-]*'
const attribute = '\\[[a-z][a-z0-9-]*(?:="[\\w -]{1,60}")?\\]'
const step = `(?:[a-z][a-z0-9-]*)?(?:#${name}|\\.${name}|${attribute})*(?::nth-of-type\\(\\d{1,3}\\))?`

/**
 * The small part of CSS that the picker writes (app/pixel/preview/make-selector.ts): names,
 * attributes, and steps down. Nothing is escaped in it, so nothing can hide behind an escape.
 */
const selectorShape = new RegExp(`^(?! )${step}(?:(?: > | )(?=[a-z#.[])${step}){0,9}$`)

const path = z.string().min(1).max(512).startsWith('/')

export const pointedPlace = z.object({
  selector: z.string().min(1).max(200).regex(selectorShape),
  where: z.enum(['before', 'after', 'append']),
  /** Where it was pointed at. */
  page: path,
  kind: z.enum(pageKinds).catch('other'),
  /** Pages like it that have the place, of those that were looked at. */
  found: z.number().int().min(0).max(3),
  missing: z.array(path).max(3),
})
export type PointedPlace = z.infer<typeof pointedPlace>

/** Body of the report. */
export const placeReport = z.object({ place: pointedPlace })
