/** The sections of the kiosk, in the order of its tabs. */
export const kioskSections = [{ to: '/kiosk', label: 'Overview', isExact: true }] as const
