/** Progress of the cart towards free delivery. */
import { makeElement } from '../card/element.ts'

export type Progress = { bar: HTMLElement; show: (reached: number | undefined) => void }

/** `wordsId` is the id of the element with the bar's text. */
export const drawProgress = (wordsId: string): Progress => {
  const done = makeElement('i', '')
  const bar = makeElement('div', 'bar', done)
  bar.setAttribute('role', 'progressbar')
  bar.setAttribute('aria-labelledby', wordsId)

  return {
    bar,
    show: (reached) => {
      bar.hidden = reached === undefined
      const share = Math.min(Math.max(reached ?? 0, 0), 1)
      // Rounded down, so that 100 means the threshold is reached.
      bar.setAttribute('aria-valuenow', String(Math.floor(share * 100)))
      done.style.width = `${share * 100}%`
    },
  }
}
