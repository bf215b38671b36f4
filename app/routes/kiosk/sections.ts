/** The sections of the kiosk, in the order of its tabs. */
export const kioskSections = [
  { to: '/kiosk', label: 'Overview', isExact: true },
  { to: '/kiosk/users', label: 'Users' },
  { to: '/kiosk/teams', label: 'Organizations' },
  { to: '/kiosk/sites', label: 'Sites' },
  { to: '/kiosk/audit', label: 'Audit log' },
] as const
