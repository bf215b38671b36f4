/**
 * Layout shifts as a page's own observer measures them. Shifts within half a second after an input
 * don't count.
 */

/** An init script. */
export const watchShift = () => {
  Reflect.set(window, '__shift', 0)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Reflect.get(entry, 'hadRecentInput')) continue
      const shift = Number(Reflect.get(window, '__shift'))
      Reflect.set(window, '__shift', shift + Number(Reflect.get(entry, 'value')))
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Runs in the page. The sum since it was opened, including the last frame. */
export const readShift = () =>
  new Promise<number>((resolve) =>
    requestAnimationFrame(() =>
      setTimeout(() => resolve(Number(Reflect.get(window, '__shift'))), 50),
    ),
  )
