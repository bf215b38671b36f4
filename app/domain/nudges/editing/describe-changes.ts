/** Describes the differences between two versions of a nudge's settings, short enough for a list. */
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import { describeSettings, notSet, type Described } from './describe-settings.ts'

export type Change = {
  /** Name of the editor's field, or the beginning of several. */
  field: string
  /** The editor's label. */
  what: string
  from: string
  to: string
}

/** In the editor's order; empty without differences. */
export function describeChanges(
  type: NudgeType,
  { before, after, timeZone }: { before: NudgeSettings; after: NudgeSettings; timeZone: string },
): Change[] {
  const old = describeSettings(type, before, timeZone)
  const now = describeSettings(type, after, timeZone)
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((field) => {
    const [from, to] = compare(old.get(field)?.value, now.get(field)?.value)
    const what = (now.get(field) ?? old.get(field))?.what ?? field
    return from === to ? [] : [{ field, what, from, to }]
  })
}

type Value = Described['value'] | undefined

function compare(from: Value, to: Value): [string, string] {
  if (typeof from !== 'object' && typeof to !== 'object') {
    return shortenPair(from ?? notSet, to ?? notSet)
  }
  return compareLists(typeof from === 'object' ? from : [], typeof to === 'object' ? to : [])
}

/** More entries than this are counted, and only the different ones are named. */
const mostListed = 3

function compareLists(from: readonly string[], to: readonly string[]): [string, string] {
  if (Math.max(from.length, to.length) <= mostListed) {
    return shortenPair(from.join(', ') || 'none', to.join(', ') || 'none')
  }
  const added = to.filter((one) => !from.includes(one))
  const removed = from.filter((one) => !to.includes(one))
  const differences = [
    ...(added.length > 0 ? [`added ${nameSome(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${nameSome(removed)}`] : []),
  ]
  if (differences.length === 0 && from.join() === to.join()) return ['', '']
  const difference = differences.join(', ') || 'another order'
  return [count(from), `${count(to)}: ${difference}`]
}

const count = ({ length }: readonly string[]) =>
  length === 0 ? 'none' : length === 1 ? '1 entry' : `${String(length)} entries`

function nameSome(entries: readonly string[]): string {
  const shown = entries.slice(0, mostListed).map((one) => shorten(one, 0))
  const more = entries.length - shown.length
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${String(more)} more`
}

/** Characters of one value. */
const mostShown = 72
/** Characters of the common beginning that are kept. */
const lead = 16

/** Long values begin shortly before their first difference. */
function shortenPair(from: string, to: string): [string, string] {
  if (from === to || (from.length <= mostShown && to.length <= mostShown)) return [from, to]
  let same = 0
  while (from[same] !== undefined && from[same] === to[same]) same += 1
  const start = same <= lead ? 0 : from.lastIndexOf(' ', same - lead) + 1
  return [shorten(from, start), shorten(to, start)]
}

function shorten(text: string, start: number): string {
  const end = start + mostShown
  const part = text.length <= end ? text.slice(start) : `${text.slice(start, end - 1).trimEnd()}…`
  return start === 0 ? part : `…${part}`
}
