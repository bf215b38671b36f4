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
      const percent = (reached ?? 0) * 100
      // Rounded down, so that 100 means the threshold is reached.
      bar.setAttribute('aria-valuenow', String(Math.floor(percent)))
      done.style.width = `${percent}%`
    },
  }
}
