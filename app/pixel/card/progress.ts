/** How far the cart is on its way to free delivery. */
import { makeElement } from './element.ts'

export type Progress = { bar: HTMLElement; show: (reached: number | undefined) => void }

/** `wordsId` is the id of the element that tells in words what the bar shows. */
export const drawProgress = (wordsId: string): Progress => {
  const bar = makeElement('div', 'bar')
  bar.setAttribute('role', 'progressbar')
  bar.setAttribute('aria-labelledby', wordsId)
  const done = makeElement('i', '')
  bar.appendChild(done)

  return {
    bar,
    show: (reached) => {
      bar.hidden = reached === undefined
      const share = Math.min(Math.max(reached ?? 0, 0), 1)
      // Rounded down: nobody reads 100 before it is reached.
      bar.setAttribute('aria-valuenow', String(Math.floor(share * 100)))
      done.style.width = `${share * 100}%`
    },
  }
}
