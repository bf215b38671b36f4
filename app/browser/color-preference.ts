/**
 * Color preference of the dashboard, kept in this browser. The dashboard is light whatever it says
 * (`color-scheme` in app/root.tsx).
 */
export const colorPreferences = ['system', 'light', 'dark'] as const
export type ColorPreference = (typeof colorPreferences)[number]

const storageKey = 'colour-preference'

/** As chosen before, or the system’s. Also when the browser denies its storage. */
export function readColorPreference(page: Pick<Window, 'localStorage'>): ColorPreference {
  try {
    const kept = page.localStorage.getItem(storageKey)
    return colorPreferences.find((one) => one === kept) ?? 'system'
  } catch {
    return 'system'
  }
}

/** @returns whether the browser kept it */
export function keepColorPreference(
  page: Pick<Window, 'localStorage'>,
  chosen: ColorPreference,
): boolean {
  try {
    page.localStorage.setItem(storageKey, chosen)
    return true
  } catch {
    return false
  }
}
