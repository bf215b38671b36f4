/** @throws AbortError when the signal aborts before the time is over */
export function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, millis)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('The screen was left.', 'AbortError'))
    })
  })
}
