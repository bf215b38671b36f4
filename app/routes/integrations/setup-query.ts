/** Setup leads to the screen of an integration, and goes on at the step that it came from. */

/** That step. Null: setup isn't where the owner came from. */
export function setupStepOf(query: URLSearchParams): 'install' | 'nudge' | null {
  if (!query.has('setup')) return null
  return query.get('setup') === 'install' ? 'install' : 'nudge'
}

/** Keeps it in the address of another screen. */
export function setupQuery(query: URLSearchParams): string {
  const step = setupStepOf(query)
  return step === null ? '' : `&setup=${step === 'install' ? step : '1'}`
}
