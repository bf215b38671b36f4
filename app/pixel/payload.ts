/**
 * What the server says a page may show. The server is trusted with the words, not with arriving
 * whole: a proxy may answer HTML, and a later server may speak a later version.
 */
import type { PixelItem, PixelNudge, PixelPayload, Unshown } from '../contract/pixel.ts'
import { request } from './request.ts'

/** The part of the contract that this pixel understands. */
export const understoodVersion: PixelPayload['version'] = 1

/** Null whenever there is nothing to show, for whatever reason. */
export const fetchPayload = async (address: string): Promise<PixelPayload | null> => {
  const answer = await request(address, {})

  return answer?.status === 200 ? readPayload(answer.body) : null
}

/** The payload without the nudges this pixel cannot show; null when it is none. */
export const readPayload = (value: unknown): PixelPayload | null => {
  if (!isPayload(value)) return null

  return {
    ...value,
    nudges: value.withheld ? [] : value.nudges.filter(isNudge),
    unshown: isLike(value.unshown, list) ? value.unshown.filter(isUnshown) : [],
  }
}

const isPayload = (value: unknown): value is PixelPayload =>
  isLike(value, samplePayload) && value.version === understoodVersion

const isNudge = (value: unknown): value is PixelNudge =>
  isLike(value, sampleNudge) &&
  value.type === 'purchase' &&
  value.surface === 'popup' &&
  value.items.every(isItem)

const isUnshown = (value: unknown): value is Unshown => isLike(value, sampleUnshown)

const isItem = (value: unknown): value is PixelItem => isLike(value, sampleItem)

const list: unknown[] = []
const samplePayload = {
  version: 0,
  options: {
    timings: { show: 0, wait: 0, initial: 0 },
    offset: { vertical: 0, horizontal: 0 },
    position: '',
    mobilePosition: '',
    maxNudges: 0,
  },
  nudges: list,
  phrases: { ago: list },
}
const sampleNudge = { id: '', type: '', surface: '', items: list }
const sampleUnshown = { nudge: '', reason: '' }
const sampleItem = { claim: '', title: '', text: '', at: 0 }

/** True when the value has all that the sample has, each of the same kind. */
const isLike = <Sample extends object>(value: unknown, sample: Sample): value is Sample =>
  isObject(value) &&
  Array.isArray(value) === Array.isArray(sample) &&
  Object.entries(sample).every(([name, part]) =>
    isObject(part) ? isLike(value[name], part) : typeof value[name] === typeof part,
  )

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
