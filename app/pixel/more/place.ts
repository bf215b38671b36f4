/** The placement of an inline nudge. */
import type { PixelNudge } from '#app/contract/pixel.ts'
import { hasBox } from '../card/element.ts'

/** `Node.DOCUMENT_POSITION_PRECEDING`, and nothing else. */
const preceding = 2
/** Between the neighbor's text and the nudge. */
const lineGap = 8

export type Place = {
  /** An empty element, at first on no page. */
  element: HTMLElement
  /** Puts it where the owner wants it, unless the page has no such placement any more. */
  put: () => void
  /**
   * Puts it at the end of the neighbor's last line of text. Returns whether `other`, inside of the
   * place, is on that line; false when the place can't be there.
   */
  putOnLine: () => ((other: Element) => boolean) | false
  /**
   * Whether the page has added another match before its neighbor, which is the neighbor from now on: it
   * would have been the first one, too, if it had been there in time. One that only became visible, or
   * is in a pinned bar or drawer, is a copy.
   */
  overtake: (changes: readonly MutationRecord[]) => boolean
  /**
   * Call when it is on the page no more, with what changed there. Returns whether the page has taken
   * out its neighbor as well.
   */
  lose: (changes: readonly MutationRecord[]) => boolean
}

/** Null when the page has no such placement. */
export const makePlace = ({ placement }: PixelNudge): Place | null => {
  if (!placement) return null
  let neighbour: Element | undefined
  /** Matches that were there beside the neighbor: prices of other products. */
  const others = new WeakSet<Element>()
  const findAll = () => [...document.querySelectorAll(placement.selector)]
  const choose = () => {
    const found = findAll().filter((match) => !others.has(match))
    // Themes hide a copy for phones. Without any box it may be in a closed drawer, and seen later.
    return found.find((match) => match === neighbour || hasBox(match)) ?? found[0]
  }
  /** Also when the page has drawn it again. */
  const find = () => {
    if (!neighbour?.isConnected) neighbour = choose()
    return neighbour
  }
  if (!find()) return null

  // A custom element name, because themes hide every `div:empty`, and a shadow root doesn't count
  // as content.
  const element = document.createElement('footfall-inline')
  return {
    element,
    put: () => {
      const beside = find()
      if (!beside) return
      beside[placement.where](element)
      // After a block its own line, even if inline content follows, for example a button.
      const isBlock =
        !/pend/.test(placement.where) && !/inline/.test(getComputedStyle(beside).display)
      element.style.cssText = isBlock ? 'display:block' : ''
    },
    putOnLine: () => {
      const beside = find()
      // Headings and controls would be named after it.
      if (placement.where !== 'after' || !beside?.matches('p,div,span,dd,li,td')) return false
      const range = document.createRange()
      range.selectNodeContents(beside)
      const findLine = () => [...range.getClientRects()].pop()
      const line = findLine()
      if (!line) return false
      const { left, right } = beside.getBoundingClientRect()
      const room = Math.max(right - line.right, line.left - left) - lineGap
      // Not the color of the price.
      const { color } = getComputedStyle(beside.parentElement ?? beside)
      element.style.cssText = `--room:${room}px;color:${color}`
      beside.append(element)
      return (other) => {
        const { x, y } = findLine() ?? {}
        const { top, bottom } = other.getBoundingClientRect()
        return x === line.x && y === line.y && top < line.bottom && bottom > line.top
      }
    },
    overtake: (changes) => {
      const first = findAll().find(
        (match) =>
          neighbour?.compareDocumentPosition(match) === preceding &&
          wasAdded(match, changes) &&
          !others.has(match) &&
          hasBox(match) &&
          !isInBar(match),
      )
      if (!first) return false
      neighbour = first
      return true
    },
    lose: (changes) => {
      if (neighbour?.isConnected) return false
      for (const match of neighbour ? findAll() : []) {
        if (!wasAdded(match, changes)) others.add(match)
      }
      // Later ones may be its successor.
      neighbour = undefined
      return true
    },
  }
}

const wasAdded = (match: Element, changes: readonly MutationRecord[]) =>
  changes.some(({ addedNodes }) => [...addedNodes].some((node) => node.contains(match)))

/** Whether it stays when the page scrolls. A sticky column beside pictures is the page, and taller. */
const isInBar = (element: Element | null): boolean => {
  if (!element) return false
  const { position } = getComputedStyle(element)
  return (
    position === 'fixed' ||
    (position === 'sticky' && element.clientHeight < innerHeight / 2) ||
    isInBar(element.parentElement)
  )
}
