/** What a page's own observer says of its layout shifts; what follows a press within half a second does not count. */

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

/** In the page. The sum since the page was opened, after the last frame was looked at. */
export const readShift = () =>
  new Promise<number>((resolve) =>
    requestAnimationFrame(() =>
      setTimeout(() => resolve(Number(Reflect.get(window, '__shift'))), 50),
    ),
  )
